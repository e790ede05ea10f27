import { read } from '../../api/client';
import {
  getMemberBreaker,
  getMemberModels,
  getOrganizationBreaker,
  getOrganizationModels,
  getTeamBreaker,
  getTeamModels,
  setMemberBreaker,
  setMemberModels,
  setOrganizationBreaker,
  setOrganizationModels,
  setTeamBreaker,
  setTeamModels,
} from '../../api/generated/sdk.gen';
import type { AllowedModels, ScopeBreaker } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';

export type BreakerSettings = ScopeBreaker['settings'];

/** The same limits on an organization, a team and a member. */
export interface LimitDesk {
  readonly queryKey: readonly string[];
  /** The path that both limits are below. */
  readonly path: string;
  /** What an empty setting takes over. */
  readonly above: string;
  readonly readBreaker: () => Promise<ScopeBreaker>;
  readonly setBreaker: (body: BreakerSettings) => Promise<unknown>;
  readonly readModels: () => Promise<AllowedModels>;
  readonly setModels: (allowedModels: string[]) => Promise<unknown>;
}

export function makeOrgLimits(orgId: string): LimitDesk {
  const path = { orgId };
  return {
    queryKey: ['org', orgId, 'limits'],
    path: `/api/orgs/${orgId}`,
    above: t('as the installation'),
    readBreaker: () => read(getOrganizationBreaker({ path })),
    setBreaker: (body) => read(setOrganizationBreaker({ path, body })),
    readModels: () => read(getOrganizationModels({ path })),
    setModels: (allowedModels) => read(setOrganizationModels({ path, body: { allowedModels } })),
  };
}

export function makeTeamLimits(orgId: string, teamId: string): LimitDesk {
  const path = { orgId, teamId };
  return {
    queryKey: ['org', orgId, 'limits', teamId],
    path: `/api/orgs/${orgId}/teams/${teamId}`,
    above: t('as the organization'),
    readBreaker: () => read(getTeamBreaker({ path })),
    setBreaker: (body) => read(setTeamBreaker({ path, body })),
    readModels: () => read(getTeamModels({ path })),
    setModels: (allowedModels) => read(setTeamModels({ path, body: { allowedModels } })),
  };
}

export function makeMemberLimits(orgId: string, memberId: string): LimitDesk {
  const path = { orgId, memberId };
  return {
    queryKey: ['org', orgId, 'limits', memberId],
    path: `/api/orgs/${orgId}/members/${memberId}`,
    above: t('as the team, or the organization without one'),
    readBreaker: () => read(getMemberBreaker({ path })),
    setBreaker: (body) => read(setMemberBreaker({ path, body })),
    readModels: () => read(getMemberModels({ path })),
    setModels: (allowedModels) => read(setMemberModels({ path, body: { allowedModels } })),
  };
}
