import type { Metrics } from '@tollgate/observability';
import type { PaymentProviderId } from './channel';

type OnNotice<Notice, Outcome extends string> = (
  provider: PaymentProviderId,
  notice: Notice,
) => Promise<Outcome>;

export type CountNotices = <Notice, Outcome extends string>(
  apply: OnNotice<Notice, Outcome>,
) => OnNotice<Notice, Outcome>;

/** Problems are counted from 0: an alert asks for their increase, which a new series has not. */
export function createNoticeCounter(
  metrics: Metrics,
  providers: Iterable<PaymentProviderId>,
): CountNotices {
  const notices = metrics.counter(
    'tollgate_payment_notices_total',
    'Notices of payment providers by outcome',
    ['provider', 'outcome'],
  );
  for (const provider of providers) notices.inc({ provider, outcome: 'problem' }, 0);
  return (apply) => async (provider, notice) => {
    const outcome = await apply(provider, notice);
    notices.inc({ provider, outcome });
    return outcome;
  };
}
