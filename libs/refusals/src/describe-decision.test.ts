import { AppError } from '@tollgate/errors';
import { anonymousIdentity, type CallerIdentity } from '@tollgate/identity';
import { describeDecision } from './describe-decision';

const nowMs = Date.UTC(2026, 10, 16, 9, 0, 17);
const person: CallerIdentity = { ...anonymousIdentity, kind: 'standard_key', userId: 'user_1' };
const orgKey = { ...person, org: { orgId: 'org_1', teamId: '', memberId: '' } };
const student = { ...orgKey, kind: 'institution_session' } as const;

const decide = (error: AppError, caller: CallerIdentity = person) =>
  describeDecision(error, caller, nowMs);

describe('what decided a refusal', () => {
  it('has the figures of a spend limit', () => {
    const metadata = {
      ...{ scope: 'key', period: 'daily', window: 'daily', limit: 2, spent: 1.5, reserved: 0.5 },
      resets_at: '2026-11-17T00:00:00.000Z',
    };
    expect(decide(new AppError('spend_limit_exceeded', { message: 'cap', metadata }))).toEqual({
      code: 'spend_limit_exceeded',
      status: 402,
      scope: 'key',
      message: 'cap',
      figures: { unit: 'usd', window: 'daily', limit: 2, used: 1.5, reserved: 0.5 },
      resetsAtMs: Date.UTC(2026, 10, 17),
      ruleId: '',
      categories: [],
    });
  });

  it('reads the figures of a rate limit from its headers', () => {
    const headers = {
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '1794992460',
    };
    const error = new AppError('rate_limited', { retryAfterSeconds: 43, headers });
    const figures = { unit: 'requests', window: 'minute', limit: 60, used: 60 };
    expect(decide(error)).toMatchObject({ scope: 'account', figures });
    expect(decide(error)?.resetsAtMs).toBe(1_794_992_460_000);
    expect(decide(error, orgKey)?.scope).toBe('org');
    expect(decide(error, student)?.scope).toBe('session');
  });

  it('computes the end of a block from the time to retry', () => {
    const error = new AppError('penalty_block', { retryAfterSeconds: 300 });
    const described = decide(error);
    expect(described).toMatchObject({ figures: undefined, resetsAtMs: nowMs + 300_000 });
  });

  it.each([
    ['user', person, 'account'],
    ['wallet', person, 'account'],
    ['wallet', orgKey, 'org'],
    ['team', orgKey, 'team'],
    ['member', orgKey, 'member'],
  ] as const)('reads the scope %s', (scope, caller, expected) => {
    const error = new AppError('budget_cap_reached', { metadata: { scope } });
    expect(decide(error, caller)?.scope).toBe(expected);
  });

  it('names the content rule or the categories, and never the text', () => {
    const metadata = { reasons: ['violence'], flagged_input: 'the prompt of the caller' };
    const moderated = decide(new AppError('content_filter', { metadata }));
    expect(moderated).toMatchObject({ scope: 'installation', categories: ['violence'] });
    expect(JSON.stringify(moderated)).not.toContain('prompt of the caller');
    const byRule = new AppError('invalid_prompt', { metadata: { rule_id: 'rule_1' } });
    expect(decide(byRule)).toMatchObject({ scope: 'org', ruleId: 'rule_1' });
  });

  it.each([
    new AppError('unauthenticated'),
    new AppError('unknown_model'),
    new AppError('invalid_prompt'),
    new AppError('forbidden'),
    new AppError('global_brake'),
    new AppError('upstream_rate_limited'),
  ])('is undefined for $reason', (error) => {
    expect(decide(error)).toBeUndefined();
  });

  it('has a permission that a team lacks', () => {
    const error = new AppError('forbidden', { metadata: { scope: 'team' } });
    expect(decide(error, orgKey)).toMatchObject({ code: 'forbidden', scope: 'team' });
  });
});
