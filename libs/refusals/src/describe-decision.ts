import type { AppError, ErrorName } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import type { Decision, RefusalFigures, RefusalScope } from './refusal';

/** Errors that a limit, a policy or the balance decides, with the scope unless they name one. */
const decidedReasons: Partial<Record<ErrorName, RefusalScope>> = {
  rate_limited: 'account',
  penalty_block: 'account',
  spend_breaker: 'account',
  spend_limit_exceeded: 'key',
  budget_cap_reached: 'org',
  insufficient_credits: 'account',
  credit_limit_exceeded: 'org',
  model_not_allowed: 'org',
  content_filter: 'installation',
  content_moderation: 'provider',
  account_suspended: 'account',
};

/** Decided only when the error names a scope or a content rule; otherwise the request is wrong. */
const sometimesDecided: ReadonlySet<ErrorName> = new Set(['forbidden', 'invalid_prompt']);

/** Scopes as errors name them. */
const namedScopes: Readonly<Record<string, RefusalScope>> = {
  key: 'key',
  session: 'session',
  member: 'member',
  team: 'team',
  org: 'org',
  user: 'account',
  free_tier: 'account',
};

const usdReasons: ReadonlySet<ErrorName> = new Set([
  'spend_breaker',
  'spend_limit_exceeded',
  'budget_cap_reached',
  'insufficient_credits',
  'credit_limit_exceeded',
]);

const messageCharactersMax = 500;
const categoriesMax = 20;

/** Undefined for an error that no limit, policy or balance decided. */
export function describeDecision(
  error: AppError,
  caller: CallerIdentity,
  nowMs: number,
): Decision | undefined {
  const { message, reason, status } = error;
  if (status < 400 || status >= 500) return undefined;
  const scope = findScope(error, caller);
  if (scope === undefined) return undefined;
  const { metadata = {} } = error;
  const categories = Array.isArray(metadata['reasons']) ? metadata['reasons'] : [];
  return {
    code: reason,
    status,
    scope,
    message: message.slice(0, messageCharactersMax),
    figures: readFigures(error),
    resetsAtMs: readReset(error, nowMs),
    ruleId: readText(metadata['rule_id']) ?? '',
    categories: categories.filter((one) => typeof one === 'string').slice(0, categoriesMax),
  };
}

function findScope({ metadata, reason }: AppError, caller: CallerIdentity) {
  const usual = decidedReasons[reason];
  if (usual === undefined && !sometimesDecided.has(reason)) return undefined;
  if (typeof metadata?.['rule_id'] === 'string') return 'org';
  const named = readText(metadata?.['scope']);
  if (named === 'wallet') return caller.org === null ? 'account' : 'org';
  const scope = named === undefined ? undefined : namedScopes[named];
  if (scope !== undefined) return scope;
  return reason === 'rate_limited' || reason === 'penalty_block' ? getRateScope(caller) : usual;
}

/** Rate limits count the person, the session of an institution, or a key without a member. */
function getRateScope({ kind, org }: CallerIdentity): RefusalScope {
  if (kind === 'institution_session') return 'session';
  return org !== null && org.memberId === '' ? 'org' : 'account';
}

function readFigures(error: AppError): RefusalFigures | undefined {
  const { headers, metadata = {}, reason } = error;
  const rate = reason === 'rate_limited' ? readRate(headers) : {};
  const window = readText(metadata['window']) ?? (rate.limit === undefined ? undefined : 'minute');
  const numbers = keepNumbers({
    limit: metadata['limit'] ?? rate.limit,
    used: metadata['spent'] ?? rate.used,
    reserved: metadata['reserved'],
    available: metadata['available'],
    required: metadata['required'],
  });
  if (Object.keys(numbers).length === 0) return undefined;
  const unit = usdReasons.has(reason) ? 'usd' : readCountUnit(metadata['unit'], window);
  return { unit, ...(window !== undefined && { window }), ...numbers };
}

function keepNumbers(values: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  );
}

/** Free quotas of a day count units; all others count requests unless they say otherwise. */
function readCountUnit(unit: unknown, window: string | undefined): RefusalFigures['unit'] {
  if (unit === 'tokens' || unit === 'requests') return unit;
  return window === 'daily' ? 'units' : 'requests';
}

function readRate(headers: AppError['headers']): { limit?: number; used?: number } {
  const limit = readHeader(headers, 'x-ratelimit-limit');
  if (limit === undefined) return {};
  return { limit, used: limit - (readHeader(headers, 'x-ratelimit-remaining') ?? 0) };
}

function readReset({ headers, metadata, retryAfterSeconds }: AppError, nowMs: number) {
  const named = Date.parse(readText(metadata?.['resets_at']) ?? '');
  if (!Number.isNaN(named)) return named;
  const resetSeconds = readHeader(headers, 'x-ratelimit-reset');
  if (resetSeconds !== undefined) return resetSeconds * 1_000;
  return retryAfterSeconds === undefined ? undefined : nowMs + retryAfterSeconds * 1_000;
}

function readHeader(headers: AppError['headers'], name: string): number | undefined {
  const found = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name);
  const value = Number(found?.[1] ?? NaN);
  return Number.isFinite(value) ? value : undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
