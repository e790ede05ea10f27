import { isDeepStrictEqual } from 'node:util';
import type { ChangeOrg } from '../organizations/change-org';
import type { AuditAction } from '../shared/audit';
import type { OrgDatabase, Stores } from '../shared/ports';
import { adminOnly, adminOrTeamAdmin } from '../shared/requester';
import { assertScopeOfTeam, findLayers, readLayers, type ScopeRequest } from './find-layers';
import {
  type BreakerSettings,
  describeBreaker,
  resolveBreaker,
  type ResolvedBreaker,
  type Scope,
  type ScopeKind,
} from './layer';
import type { SpendWindows, WindowSpend } from './ports';

export type BreakerChange = Partial<BreakerSettings>;

export type UpdateBreaker = (request: ScopeRequest, change: BreakerChange) => Promise<void>;

const actions: Readonly<Record<ScopeKind, AuditAction>> = {
  org: 'org.cb.update',
  team: 'team.cb.update',
  member: 'org_member.cb.update',
};

export function updateBreakerUseCase(ports: {
  readonly changeOrg: ChangeOrg;
  readonly spendWindows: SpendWindows;
}): UpdateBreaker {
  return async (request, change) => {
    const { orgId, requester, scope } = request;
    const roles = scope.kind === 'org' ? adminOnly : adminOrTeamAdmin;
    const options = { orgId, requester, roles };
    const touched = await ports.changeOrg(options, async ({ membership, record, ...stores }) => {
      const layers = await findLayers(stores, request);
      assertScopeOfTeam(membership, request, layers);
      const before = layers[0].breaker;
      const after = { ...before, ...change };
      if (isDeepStrictEqual(before, after)) return [];
      await stores.layers.updateBreaker(scope, after);
      await record({
        action: actions[scope.kind],
        target: { type: scope.kind, id: scope.id },
        before: describeBreaker(before),
        after: describeBreaker(after),
      });
      return listHeirs(stores, orgId, scope);
    });
    await ports.spendWindows.forget(orgId, touched);
  };
}

/** The scope and those below, whose breakers may begin or end with it. */
async function listHeirs(stores: Stores, orgId: string, scope: Scope): Promise<readonly Scope[]> {
  switch (scope.kind) {
    case 'member':
      return [scope];
    case 'team': {
      const members = await stores.members.list(orgId, scope.id);
      return [scope, ...members.map(({ id }) => ({ kind: 'member', id }) as const)];
    }
    case 'org':
      return (await stores.layers.listAll(orgId)).map((layer) => layer.scope);
  }
}

export interface Breaker {
  readonly settings: BreakerSettings;
  /** What is enforced. */
  readonly resolved: ResolvedBreaker;
  readonly spend: WindowSpend;
}

export type GetBreaker = (request: ScopeRequest) => Promise<Breaker>;

export function getBreakerUseCase(ports: {
  readonly database: OrgDatabase;
  readonly spendWindows: SpendWindows;
}): GetBreaker {
  const { database, spendWindows } = ports;
  return async (request) => {
    const { orgId, requester, scope } = request;
    const roles = scope.kind === 'org' ? adminOnly : adminOrTeamAdmin;
    const layers = await readLayers(database, request, roles);
    const resolved = resolveBreaker(layers.map(({ breaker }) => breaker));
    // Without a breaker nothing is counted, so a counter left by an earlier one is too low.
    if (!resolved.isEnabled) await spendWindows.forget(orgId, [scope]);
    const spend = await spendWindows.getSpend(orgId, scope, requester.actor.requestId);
    return { settings: layers[0].breaker, resolved, spend };
  };
}
