import type { KeyOwner } from './api-key';

type OwnerKind = 'user' | 'org';

/** Which rows of api_keys belong to the owner that is given as a parameter. */
export const ownerConditions: Readonly<Record<OwnerKind, (parameter: string) => string>> = {
  user: (parameter) => `k.user_id = ${parameter} AND k.org_id IS NULL`,
  org: (parameter) => `k.org_id = ${parameter}`,
};

export function readOwnerKind(owner: KeyOwner): { readonly kind: OwnerKind; readonly id: string } {
  return 'orgId' in owner ? { kind: 'org', id: owner.orgId } : { kind: 'user', id: owner.userId };
}
