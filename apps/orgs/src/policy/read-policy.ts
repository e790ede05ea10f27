import { AppError } from '@tollgate/errors';
import type { ByokKey } from '../byok/byok-key';
import type { ContentRule } from '../content-filters/content-rule';
import type { Member } from '../members/member';
import type { Organization } from '../organizations/organization';
import type { BreakerSettings } from '../scopes/layer';
import type { ScopeLayer } from '../scopes/ports';
import type { OrgDatabase } from '../shared/ports';
import type { Team } from '../teams/team';

/** One scope with the layers that its breaker inherits from, itself first. */
export interface ScopeState<T> {
  readonly item: T;
  readonly allowedModels: readonly string[];
  readonly breakers: readonly BreakerSettings[];
}

/** The policy of one organization, read in one snapshot. */
export interface PolicyState {
  readonly sequence: bigint;
  readonly org: ScopeState<Organization>;
  readonly teams: readonly ScopeState<Team>[];
  readonly members: readonly ScopeState<Member>[];
  /** Enabled rules and keys only. */
  readonly rules: readonly ContentRule[];
  readonly byokKeys: readonly ByokKey[];
}

export type ReadPolicy = (orgId: string) => Promise<PolicyState>;

/** Raises: not_found when the organization never existed. */
export function readPolicyUseCase(ports: { readonly database: OrgDatabase }): ReadPolicy {
  return (orgId) =>
    ports.database.withSnapshot(async (stores) => {
      const { byokKeys, layers, members, organizations, policies, rules, teams } = stores;
      const org = await organizations.find(orgId);
      if (!org) throw new AppError('not_found', { message: 'No such organization' });
      const sequence = await policies.getSequence(orgId);
      const byId = new Map((await layers.listAll(orgId)).map((layer) => [layer.scope.id, layer]));
      const join = <T extends { readonly id: string }>(
        item: T,
        above: readonly (string | null)[],
      ): ScopeState<T> => joinLayers(item, above, byId);
      return {
        sequence,
        org: join(org, []),
        teams: (await teams.list(orgId)).map((team) => join(team, [orgId])),
        members: (await members.list(orgId)).map((member) => join(member, [member.teamId, orgId])),
        rules: (await rules.list(orgId)).filter(({ isEnabled }) => isEnabled),
        byokKeys: (await byokKeys.list(orgId)).filter(({ isEnabled }) => isEnabled),
      };
    });
}

function joinLayers<T extends { readonly id: string }>(
  item: T,
  above: readonly (string | null)[],
  byId: ReadonlyMap<string, ScopeLayer>,
): ScopeState<T> {
  const chain = [item.id, ...above].flatMap((id) => {
    const layer = id === null ? undefined : byId.get(id);
    return layer === undefined ? [] : [layer];
  });
  return {
    item,
    allowedModels: byId.get(item.id)?.allowedModels ?? [],
    breakers: chain.map(({ breaker }) => breaker),
  };
}
