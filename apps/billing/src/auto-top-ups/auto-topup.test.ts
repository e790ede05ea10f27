import fc from 'fast-check';
import { centsToNanos } from '../shared/cents';
import {
  chargePauseMs,
  getMonthStartMs,
  judgeRule,
  type AutoTopup,
  type RuleSituation,
} from './auto-topup';

const nowMs = Date.UTC(2026, 10, 17, 4);
const rule: AutoTopup = {
  walletId: 'user_1',
  userId: 'user_1',
  isEnabled: true,
  channel: 'card_usd',
  thresholdCents: 1_000n,
  amountCents: 2_500n,
  monthlyLimitCents: 10_000n,
  pausedReason: '',
  pausedAtMs: null,
  nextAtMs: nowMs,
  updatedAtMs: nowMs,
};
const low: RuleSituation = {
  balanceNanos: centsToNanos(1_000n) - 1n,
  creditLineNanos: 0n,
  isSuspended: false,
  hasOpenCharge: false,
  methodId: 'method',
  monthCents: 0n,
};
const judge = (
  changes: Partial<AutoTopup>,
  situation: Partial<RuleSituation> = {},
  totalCents = 2_750n,
) => judgeRule({ ...rule, ...changes }, { ...low, ...situation }, { totalCents, nowMs });

describe('a rule for automatic top-ups', () => {
  it('charges when less than its threshold is left', () => {
    expect(judge({})).toEqual({ kind: 'charge', methodId: 'method' });
    expect(judge({}, { balanceNanos: centsToNanos(1_000n) })).toEqual({ kind: 'none' });
    expect(judge({}, { balanceNanos: -1n })).toEqual({ kind: 'charge', methodId: 'method' });
  });

  it.each<[string, Partial<AutoTopup>, Partial<RuleSituation>]>([
    ['is off', { isEnabled: false }, {}],
    ['is paused', { pausedReason: 'declined', pausedAtMs: nowMs }, {}],
    ['waits for its next time', { nextAtMs: nowMs + 1 }, {}],
    ['has a charge in progress', {}, { hasOpenCharge: true }],
    ['has no payment method', {}, { methodId: undefined }],
    ['is of a suspended wallet', {}, { isSuspended: true }],
    ['is of a wallet that is invoiced', {}, { creditLineNanos: 1n }],
  ])('that %s charges nothing', (_what, changes, situation) => {
    expect(judge(changes, situation)).toEqual({ kind: 'none' });
  });

  it('charges up to its monthly limit, and goes on with the next month', () => {
    expect(judge({}, { monthCents: 7_250n }).kind).toBe('charge');
    expect(judge({}, { monthCents: 7_251n })).toEqual({
      kind: 'limit',
      untilMs: Date.UTC(2026, 11, 1),
    });
  });

  it('never charges more in a month than its limit, nor twice within the pause', () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 4 * 24 * 3_600_000 }),
      balanceCents: fc.bigInt({ min: -500n, max: 2_000n }),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.bigInt({ min: 2_750n, max: 20_000n }),
        (steps, monthlyLimitCents) => {
          const totalCents = 2_750n;
          const chargedAtMs: number[] = [];
          let current = { ...rule, monthlyLimitCents };
          let clockMs = nowMs;
          for (const { afterMs, balanceCents } of steps) {
            clockMs += afterMs;
            const startMs = getMonthStartMs(clockMs);
            const charges = BigInt(chargedAtMs.filter((atMs) => atMs >= startMs).length);
            const situation = {
              ...low,
              balanceNanos: centsToNanos(balanceCents),
              monthCents: charges * totalCents,
            };
            const verdict = judgeRule(current, situation, { totalCents, nowMs: clockMs });
            if (verdict.kind === 'limit') current = { ...current, nextAtMs: verdict.untilMs };
            if (verdict.kind !== 'charge') continue;
            const lastMs = chargedAtMs.at(-1) ?? -Infinity;
            expect(clockMs - lastMs).toBeGreaterThanOrEqual(chargePauseMs);
            expect((charges + 1n) * totalCents).toBeLessThanOrEqual(monthlyLimitCents);
            chargedAtMs.push(clockMs);
            current = { ...current, nextAtMs: clockMs + chargePauseMs };
          }
        },
      ),
    );
  });
});
