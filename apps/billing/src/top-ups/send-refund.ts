import type { Logger } from '@tollgate/observability';
import type { MoneyStore } from '../shared/money-ports';
import type { PaymentProviders } from './payment-ports';
import type { Topup } from './topup';

/** Asks the provider to give the money of a refunded top-up back. Never rejects for its failure. */
export type SendRefund = (topup: Topup) => Promise<Topup>;

const backoffMsFirst = 60_000;
const backoffMsMax = 6 * 60 * 60_000;

export function sendRefundUseCase(ports: {
  readonly store: MoneyStore;
  readonly providers: PaymentProviders;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): SendRefund {
  return async (topup) => {
    const provider = ports.providers.get(topup.provider);
    let failure = provider === undefined ? 'its provider is not set up' : '';
    try {
      await provider?.refund(topup, topup.quote.totalMinor);
    } catch (error) {
      ports.logger.error('refund not sent', { topupId: topup.id, error });
      failure = error instanceof Error ? error.message : 'its provider failed';
    }
    const changed = noteTry(topup, failure, ports.getNowMs());
    await ports.store.topups.save(changed);
    return changed;
  };
}

/** An operator sees the problem; the tries go on for good, but ever more slowly. */
function noteTry(topup: Topup, failure: string, nowMs: number): Topup {
  if (failure === '') return { ...topup, refundSentAtMs: nowMs, problem: '' };
  const waitMs = Math.min(backoffMsMax, backoffMsFirst * 2 ** Math.min(topup.refundTries, 20));
  return {
    ...topup,
    refundTries: topup.refundTries + 1,
    refundNextAtMs: nowMs + waitMs,
    problem: `refund not sent: ${failure}`,
  };
}
