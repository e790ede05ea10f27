import { timeField, usdField } from '@tollgate/http';
import { orgRoles, type OrgRole } from '@tollgate/org-access';
import { z } from 'zod';

/** A role, and whether it was given by the name of owner. */
export interface RoleChoice {
  readonly role: OrgRole;
  readonly isOwner?: true;
}

const aliases: Readonly<Record<'owner' | 'admin' | 'billing', RoleChoice>> = {
  owner: { role: 'org_admin', isOwner: true },
  admin: { role: 'org_admin' },
  billing: { role: 'billing_viewer' },
};

export const roleField = z
  .enum([...orgRoles, 'owner', 'admin', 'billing'])
  .meta({
    description:
      '`owner`, `admin` and `billing` are other names for the first two. A `teacher` only sees ' +
      'and ends institution sessions of its classes.',
  })
  .transform((word): RoleChoice => {
    switch (word) {
      case 'owner':
      case 'admin':
      case 'billing':
        return aliases[word];
      default:
        return { role: word };
    }
  });

export const teamIdField = z.string().max(100);

export const memberSchema = z
  .object({
    id: z.string(),
    role: z.enum(orgRoles),
    isOwner: z.boolean(),
    user: z.object({
      id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable().meta({ description: 'Null once the account is deleted.' }),
    }),
    team: z.object({ id: z.string(), name: z.string() }).nullable(),
    monthlyBudget: usdField.nullable(),
    spend: z.object({
      month: usdField.nullable().meta({ description: 'USD; null while it is not known.' }),
    }),
    joinedAt: timeField,
  })
  .meta({ id: 'Member' });

/** The answer to adding an address that has to prove itself first. */
export const invitedSchema = z.object({ invited: z.literal(true) }).meta({ id: 'Invited' });
