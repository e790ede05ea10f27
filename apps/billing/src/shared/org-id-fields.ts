import { z } from 'zod';

const charactersMax = 64;

/** Names an organization instead of the caller's own account. */
export const orgIdField = z
  .string()
  .min(1)
  .max(charactersMax)
  .optional()
  .meta({ description: 'An organization in which the caller is org_admin or billing_viewer.' });
