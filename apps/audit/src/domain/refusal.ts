/** Whose limit or rule refused a request. */
export const refusalScopes = [
  'key',
  'session',
  'member',
  'team',
  'org',
  'account',
  'address',
  'installation',
  'provider',
] as const;
export type RefusalScope = (typeof refusalScopes)[number];

export const figureUnits = ['usd', 'requests', 'tokens', 'units'] as const;

export interface RefusalFigures {
  readonly unit: (typeof figureUnits)[number];
  readonly window?: string;
  readonly limit?: number;
  readonly used?: number;
  readonly reserved?: number;
  readonly available?: number;
  readonly required?: number;
}

/** A request that a limit, a policy or the balance refused. Texts may be empty. */
export interface Refusal {
  readonly requestId: string;
  readonly occurredAt: Date;
  /** The key, the session of an institution, or the user. */
  readonly callerId: string;
  readonly userId: string;
  readonly orgId: string;
  readonly teamId: string;
  readonly memberId: string;
  readonly keyId: string;
  readonly httpRoute: string;
  readonly model: string;
  readonly status: number;
  readonly code: string;
  readonly scope: RefusalScope;
  readonly message: string;
  readonly figures: RefusalFigures | null;
  readonly resetsAt: Date | null;
  readonly ruleId: string;
  readonly categories: readonly string[];
  /** Other refusals of the caller in the same minute that were not recorded. */
  readonly leftOut: number;
}

/** The same refusal without the person whose request it was. */
export function hideMember(refusal: Refusal): Refusal {
  return { ...refusal, userId: '', memberId: '' };
}

/** Of more refusals of one caller, the oldest are deleted. */
export const refusalsPerCallerMax = 1_000;

/** Whose refusals a caller may see; a field that is undefined does not restrict them. */
export interface RefusalScopeFilter {
  readonly callerId?: string;
  readonly userId?: string;
  readonly orgId?: string;
  readonly teamId?: string;
  readonly memberId?: string;
  /** Leaves out keys of an organization that belong to no member: they are not the user's own. */
  readonly isOwn?: true;
}

export interface RefusalFilter extends RefusalScopeFilter {
  readonly code: string | undefined;
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly to: Date | undefined;
}

export function isWithin(refusal: Refusal, { isOwn, ...filter }: RefusalScopeFilter): boolean {
  if (isOwn && refusal.orgId !== '' && refusal.memberId === '') return false;
  const pairs = [
    [filter.callerId, refusal.callerId],
    [filter.userId, refusal.userId],
    [filter.orgId, refusal.orgId],
    [filter.teamId, refusal.teamId],
    [filter.memberId, refusal.memberId],
  ] as const;
  return pairs.every(([wanted, found]) => wanted === undefined || wanted === found);
}
