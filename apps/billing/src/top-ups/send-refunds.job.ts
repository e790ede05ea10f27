import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { TopupStore } from './ports';
import type { SendRefund } from './send-refund';

const intervalMs = 30_000;
const refundsMax = 50;

/** Goes on asking providers for refunds that they did not take yet. */
export function createSendRefundsJob(options: {
  readonly topups: Pick<TopupStore, 'listRefundsDue'>;
  readonly sendRefund: SendRefund;
  readonly getNowMs: () => number;
  readonly jobIntervalMsMax: number;
  readonly logger: Logger;
}): Part {
  const run = async (): Promise<void> => {
    const due = await options.topups.listRefundsDue(options.getNowMs(), refundsMax);
    for (const topup of due) await options.sendRefund(topup);
  };
  return createRepeatingPart({
    name: 'send refunds',
    intervalMs: Math.min(intervalMs, options.jobIntervalMsMax),
    run,
    logger: options.logger,
  });
}
