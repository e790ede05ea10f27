import { ApiError } from '../../api/api-error';
import { read } from '../../api/client';
import {
  getAccountBreaker,
  getCredits,
  getMemberBreaker,
  getOrganization,
  getOrganizationBreaker,
  getOrgSeries,
  getTeamBreaker,
  listMembers,
  listOrganizations,
  listTeams,
} from '../../api/generated/sdk.gen';
import { moveDay } from '../../format/day-start';
import { sumUsd } from '../../format/money';
import { accountKeys, makeOrgKeys, type Key } from '../keys/key-desk';
import { findDecider, type FiguresNow, type Refusal } from './judge-now';

/** Who looks at the refusal, and when. */
export interface Viewer {
  readonly userId: string;
  readonly nowMs: number;
}

/** What decides now; null where the viewer may not read it, or there are no such figures. */
export async function readFiguresNow(refusal: Refusal, viewer: Viewer): Promise<FiguresNow | null> {
  try {
    switch (findDecider(refusal)) {
      case 'cap':
        return await readCap(refusal);
      case 'breaker':
        return await readBreaker(refusal, viewer);
      case 'budget':
        return await readBudget(refusal, viewer);
      case 'balance':
        return await readBalance(refusal, viewer);
      default:
        return null;
    }
  } catch (error) {
    if (error instanceof ApiError && isHidden(error.status)) return null;
    throw error;
  }
}

function isHidden(status: number): boolean {
  return status === 403 || status === 404;
}

async function readCap({ keyId, orgId }: Refusal): Promise<FiguresNow | null> {
  if (keyId === null) return null;
  const desk = orgId === null ? accountKeys : makeOrgKeys(orgId);
  const [key] = (await desk.list({ id: keyId })).keys;
  return key === undefined ? null : describeCap(key);
}

function describeCap({
  limit,
  limit_remaining,
}: Pick<Key, 'limit' | 'limit_remaining'>): FiguresNow {
  if (limit === null) return { kind: 'limit', limit: null, used: 0 };
  return { kind: 'limit', limit, used: sumUsd([limit, -(limit_remaining ?? 0)]) };
}

interface Breaker {
  readonly resolvedSettings: {
    readonly cbEnabled: boolean;
    readonly cbMinuteUsd: number | null;
    readonly cbHourlyUsd: number | null;
  };
  readonly liveSpend: { readonly minuteSpend: number; readonly hourSpend: number };
}

async function readBreaker(refusal: Refusal, viewer: Viewer): Promise<FiguresNow | null> {
  const { memberId, orgId, scope, teamId, userId } = refusal;
  if (scope === 'account' && userId === viewer.userId) {
    return describeBreaker(refusal, await read(getAccountBreaker()));
  }
  if (orgId === null) return null;
  if (scope === 'org') {
    return describeBreaker(refusal, await read(getOrganizationBreaker({ path: { orgId } })));
  }
  if (scope === 'team' && teamId !== null) {
    return describeBreaker(refusal, await read(getTeamBreaker({ path: { orgId, teamId } })));
  }
  if (scope !== 'member' || memberId === null) return null;
  return describeBreaker(refusal, await read(getMemberBreaker({ path: { orgId, memberId } })));
}

function describeBreaker(
  { figures }: Refusal,
  { liveSpend, resolvedSettings: settings }: Breaker,
): FiguresNow {
  if (!settings.cbEnabled) return { kind: 'limit', limit: null, used: 0 };
  return figures?.window === 'hour'
    ? { kind: 'limit', limit: settings.cbHourlyUsd, used: liveSpend.hourSpend }
    : { kind: 'limit', limit: settings.cbMinuteUsd, used: liveSpend.minuteSpend };
}

async function readBudget(refusal: Refusal, { nowMs }: Viewer): Promise<FiguresNow | null> {
  const { figures, memberId, orgId, scope, teamId } = refusal;
  if (orgId === null) return null;
  const path = { orgId };
  const window = figures?.window;
  if (scope === 'org') return readOrgBudget(orgId, window, nowMs);
  if (window !== 'monthly') return null;
  if (scope === 'team') {
    const { teams } = await read(listTeams({ path }));
    return describeBudget(teams.find(({ id }) => id === teamId));
  }
  if (scope !== 'member') return null;
  const { members } = await read(listMembers({ path }));
  return describeBudget(members.find(({ id }) => id === memberId));
}

function describeBudget(
  owner:
    | { readonly monthlyBudget: number | null; readonly spend: { readonly month: number | null } }
    | undefined,
): FiguresNow | null {
  if (owner === undefined || owner.spend.month === null) return null;
  return { kind: 'limit', limit: owner.monthlyBudget, used: owner.spend.month };
}

async function readOrgBudget(
  orgId: string,
  window: string | undefined,
  nowMs: number,
): Promise<FiguresNow | null> {
  if (window !== 'weekly' && window !== 'monthly') return null;
  const path = { orgId };
  // Read before the series, which covers only a part without access to the organization.
  const { settings } = await read(getOrganization({ path }));
  const from = findWindowStart(window, nowMs);
  const query = { metric: 'spend', group: 'none', from, bucket: 'day', tz: 'UTC' } as const;
  const { series } = await read(getOrgSeries({ path, query }));
  const limit = window === 'weekly' ? settings.weeklyBudgetUsd : settings.monthlyBudgetUsd;
  return { kind: 'limit', limit, used: series[0]?.total ?? 0 };
}

const daysPerWeek = 7;

/** Budgets count weeks from Monday and months, in UTC. */
export function findWindowStart(window: 'weekly' | 'monthly', nowMs: number): string {
  const now = new Date(nowMs);
  const today = now.toISOString().slice(0, 'yyyy-mm-dd'.length);
  if (window === 'monthly') return moveDay(today, 1 - now.getUTCDate());
  return moveDay(today, -((now.getUTCDay() + daysPerWeek - 1) % daysPerWeek));
}

async function readBalance(
  { code, orgId, userId }: Refusal,
  viewer: Viewer,
): Promise<FiguresNow | null> {
  if (orgId === null) {
    if (userId !== viewer.userId) return null;
    const { data } = await read(getCredits());
    return { kind: 'funds', available: data.available };
  }
  if (code === 'credit_limit_exceeded') {
    const { creditLineUsd, credits } = await read(getOrganization({ path: { orgId } }));
    return { kind: 'funds', available: sumUsd([credits.balance, creditLineUsd ?? 0]) };
  }
  const { organizations } = await read(listOrganizations());
  const available = organizations.find(({ id }) => id === orgId)?.creditBalance;
  return available == null ? null : { kind: 'funds', available };
}
