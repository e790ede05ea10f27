import type { OrgDatabase } from '../shared/ports';
import { adminOnly, adminOrTeamAdmin } from '../shared/requester';
import { readLayers, type ScopeRequest } from './find-layers';
import { resolveBreaker, type BreakerSettings, type ResolvedBreaker } from './layer';
import type { SpendWindows, WindowSpend } from './ports';

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
