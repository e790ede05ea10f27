import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import {
  requireOrgRole,
  requireOwnTeam,
  rolesWithCalls,
  seesMembers,
  type Membership,
  type MembershipSource,
} from '@tollgate/org-access';
import type { EntryPosition } from '../domain/audit-entry';
import {
  hideMember,
  isWithin,
  type Refusal,
  type RefusalFilter,
  type RefusalScopeFilter,
} from '../domain/refusal';
import type { RefusalStore } from './ports';

export interface RefusalPage {
  readonly refusals: readonly Refusal[];
  /** Undefined on the last page. */
  readonly next: EntryPosition | undefined;
}

export interface RefusalQuery {
  readonly filter: Pick<RefusalFilter, 'code' | 'from' | 'to'>;
  readonly after: EntryPosition | undefined;
  readonly limit: number;
}

export interface Viewer {
  readonly caller: CallerIdentity;
  readonly requestId: string;
}

export interface ViewRefusals {
  /** Of the caller itself. */
  listOwn(viewer: Viewer, query: RefusalQuery): Promise<RefusalPage>;
  /**
   * Raises what requireOrgRole raises. A team_admin sees the own team, a member the own refusals, a
   * viewer no members.
   */
  listOfOrg(viewer: Viewer, orgId: string, query: RefusalQuery): Promise<RefusalPage>;
  /** Raises: not_found, also for a refusal that the caller may not see. */
  find(viewer: Viewer, requestId: string): Promise<Refusal>;
}

export function createViewRefusals(ports: {
  readonly store: Pick<RefusalStore, 'find' | 'list'>;
  readonly memberships: MembershipSource;
}): ViewRefusals {
  const { memberships, store } = ports;

  async function listPage(
    scope: RefusalScopeFilter,
    { after, filter, limit }: RefusalQuery,
  ): Promise<RefusalPage> {
    // One more row than requested shows whether there is another page.
    const found = await store.list({ filter: { ...filter, ...scope }, after, limit: limit + 1 });
    const refusals = found.slice(0, limit);
    const last = refusals.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return {
      refusals,
      next: hasMore ? { occurredAt: last.occurredAt, id: last.requestId } : undefined,
    };
  }

  async function findMembership(viewer: Viewer, orgId: string): Promise<Membership> {
    const { caller, requestId } = viewer;
    const need = { orgId, roles: rolesWithCalls, requestId };
    const membership = await requireOrgRole(caller, need, memberships);
    requireOwnTeam(membership, membership.teamId);
    return membership;
  }

  return {
    listOwn: ({ caller }, query) => listPage(getOwnScope(caller), query),
    listOfOrg: async (viewer, orgId, query) => {
      const membership = await findMembership(viewer, orgId);
      const page = await listPage(getOrgScope(membership), query);
      return { ...page, refusals: page.refusals.map((refusal) => show(refusal, membership)) };
    },
    find: async (viewer, requestId) => {
      const refusal = await store.find(requestId);
      if (refusal === undefined) throw new AppError('not_found');
      if (isWithin(refusal, getOwnScope(viewer.caller))) return refusal;
      if (refusal.orgId === '' || !actsForMember(viewer.caller)) throw new AppError('not_found');
      const membership = await findMembership(viewer, refusal.orgId).catch(hideRole);
      if (!isWithin(refusal, getOrgScope(membership))) throw new AppError('not_found');
      return show(refusal, membership);
    },
  };
}

function getOrgScope(membership: Membership): RefusalScopeFilter {
  const { memberId, orgId, role, teamId, userId } = membership;
  // The user of a member's key is the member's user: by user there is an index.
  if (role === 'member') return { orgId, memberId, userId };
  return role === 'team_admin' ? { orgId, teamId } : { orgId };
}

function show(refusal: Refusal, membership: Membership): Refusal {
  return seesMembers(membership) ? refusal : hideMember(refusal);
}

/** A key for calls sees its own refusals, a management key those of its owner where it is valid. */
function getOwnScope({ keyId, kind, org, userId }: CallerIdentity): RefusalScopeFilter {
  if (kind === 'standard_key' || kind === 'test_key') return { callerId: keyId };
  if (kind === 'management_key') return { userId, orgId: org?.orgId ?? '', isOwn: true };
  return { userId, isOwn: true };
}

function actsForMember({ kind }: CallerIdentity): boolean {
  return kind === 'session' || kind === 'management_key';
}

/** A refusal that exists must look like one that does not. */
function hideRole(error: unknown): never {
  if (AppError.is(error, 'forbidden')) throw new AppError('not_found');
  throw error;
}
