import { z } from 'zod';

const filterLengthMax = 200;
const pageSizeDefault = 50;
const pageSizeMax = 200;

export const filterText = z
  .string()
  .min(1)
  .max(filterLengthMax)
  .regex(/^[^\0]*$/)
  .optional();

export const filterTime = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text))
  .optional();

export const pageSize = z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault);
