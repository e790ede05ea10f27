import type { OrgDatabase } from '../shared/ports';
import type { Organization } from './organization';
import type { OrgPage } from './ports';

export type ListAllOrgs = (
  page: OrgPage,
) => Promise<{ readonly orgs: readonly Organization[]; readonly next: string | null }>;

/** Newest first; `next` is where the following page begins. */
export function listAllOrgsUseCase({ database }: { readonly database: OrgDatabase }): ListAllOrgs {
  return async ({ before, limit }) => {
    const found = await database.organizations.list({ before, limit: limit + 1 });
    const orgs = found.slice(0, limit);
    return { orgs, next: found.length > limit ? (orgs.at(-1)?.id ?? null) : null };
  };
}
