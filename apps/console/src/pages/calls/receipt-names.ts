import type { GetGenerationResponse } from '../../api/generated/types.gen';
import { useAccount } from '../../app/session';
import { t } from '../../i18n/language';
import { nameKey } from '../keys/name-key';
import { useKey } from '../keys/use-key';
import { useMembers, useOwnOrganization, useTeams } from '../orgs/org-queries';

export type Receipt = GetGenerationResponse['data'];

/** The name of what has this id; undefined when it has no name or the viewer may not read it. */
export type NameOf = (id: string) => string | undefined;

/** Names on a receipt of the own account; `receipt` is undefined until it is read. */
export function useOwnNames(receipt: Receipt | undefined): NameOf {
  const { user } = useAccount();
  const nameOfKey = useKeyName(receipt, null);
  return (id) => (id === user.id ? user.email : nameOfKey(id));
}

/** Of an organization, the key, and for administrators the team and the member. */
export function useOrgNames(receipt: Receipt | undefined, orgId: string): NameOf {
  const { user } = useAccount();
  const own = useOwnOrganization(orgId);
  const mayList = own?.role === 'org_admin' || own?.role === 'team_admin';
  const nameOfKey = useKeyName(receipt, orgId);
  const teams = useTeams(orgId, mayList).data?.teams ?? [];
  const members = useMembers(orgId, mayList).data?.members ?? [];
  const names = new Map([
    ...teams.map(({ id, name }) => [id, name] as const),
    ...members.map(({ id, user: each }) => [id, each.name ?? each.email ?? id] as const),
  ]);
  // A member reads receipts of its own calls only.
  const ownId = own?.role === 'member' ? receipt?.counted_against.member_id : null;
  if (ownId != null) names.set(ownId, user.email);
  return (id) => (id === orgId ? own?.name : (names.get(id) ?? nameOfKey(id)));
}

/** The key may be deleted; sessions of an institution are no keys. */
function useKeyName(receipt: Receipt | undefined, orgId: string | null): NameOf {
  const id = receipt?.counted_against.api_key_id;
  const key = useKey(id?.startsWith('key_') === true ? id : null, orgId);
  return (wanted) => (key != null && wanted === key.id ? nameKey(key) : undefined);
}

/** How the money of a call ended, in words. */
export function nameOutcome(outcome: Receipt['billing_outcome']): string {
  const names: Readonly<Record<typeof outcome, string>> = {
    charged: t('charged'),
    charged_cancel: t('charged: ended early, beyond the allowance'),
    refunded_no_usage: t('not charged: the provider reported no usage'),
    refunded_cancel: t('not charged: ended early'),
    refunded_upstream: t('not charged: the provider failed'),
    blocked: t('not charged: a rule blocked it'),
    free: t('free'),
  };
  return names[outcome];
}
