import type { Logger } from '@tollgate/observability';
import type { MoneyStore } from '../shared/money-ports';
import { chargeRepeatMs, type PaymentProviders, type SavedMethods } from '../top-ups/payment-ports';
import type { NoticeOutcome, SettleTopup } from '../top-ups/settle-topup';
import type { PaymentNotice, Topup } from '../top-ups/topup';
import { findWalletOwner, type CheckWalletOwner } from '../wallets/check-wallet-owner';
import { getMonthStartMs, type AutoTopupCharge } from './auto-topup';
import { cancelCharge } from './cancel-charge';

/** Asks providers for the payments of automatic top-ups; how many were asked for. */
export type SettleCharges = () => Promise<number>;

/** In one run. */
const chargesMax = 20;

export interface SettleChargesPorts {
  readonly store: MoneyStore;
  readonly providers: PaymentProviders;
  readonly settleTopup: SettleTopup;
  readonly checkWalletOwner: CheckWalletOwner;
  readonly countOutcome: (outcome: NoticeOutcome | 'canceled' | 'unknown_yet') => void;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

/**
 * The try is counted before the provider is called. A second try asks first whether the payment
 * exists, so that a process that died after the charge neither repeats nor forgets it. The answer
 * of the provider is a notice like those of its webhook, and is judged like them.
 */
export function settleChargesUseCase(ports: SettleChargesPorts): SettleCharges {
  const { logger, store } = ports;
  return async () => {
    for (let count = 0; count < chargesMax; count++) {
      const charge = await store.charges.claimDue(ports.getNowMs());
      if (charge === undefined) return count;
      try {
        await collect(ports, charge);
      } catch (error) {
        ports.countOutcome('unknown_yet');
        logger.warn('automatic payment not known yet', { topupId: charge.topupId, error });
      }
    }
    return chargesMax;
  };
}

async function collect(ports: SettleChargesPorts, charge: AutoTopupCharge): Promise<void> {
  const { providers, settleTopup, store } = ports;
  const topup = await store.topups.find(charge.topupId);
  if (topup?.status !== 'pending') {
    // A notice, or its time limit, has ended it.
    await store.charges.end(charge.topupId, '');
    return;
  }
  const saved = providers.get(topup.provider)?.savedMethods;
  if (saved === undefined) return;
  const notice = await findOrCharge(ports, { charge, topup, saved });
  if (notice === undefined) {
    await cancelCharge(store, topup.id);
    ports.countOutcome('canceled');
    return;
  }
  ports.countOutcome(await settleTopup(topup.provider, notice));
}

/** Undefined: there is no payment, and there must be none any more. */
async function findOrCharge(
  ports: SettleChargesPorts,
  {
    charge,
    saved,
    topup,
  }: { readonly charge: AutoTopupCharge; readonly topup: Topup; readonly saved: SavedMethods },
): Promise<PaymentNotice | undefined> {
  const method = await ports.store.methods.get(charge.methodId);
  const found = charge.tries > 1 ? await saved.findCharge(topup, method) : undefined;
  if (found !== undefined) return found;
  const isLate = ports.getNowMs() - topup.createdAtMs > chargeRepeatMs;
  if (isLate || !(await isAllowed(ports, charge))) return undefined;
  return saved.charge(topup, method);
}

/**
 * A rule that was turned off, a deleted card, a dispute, or an account or organization that was
 * suspended or deleted stops the charge. Throws when it is unknown whether it was.
 */
async function isAllowed(
  { checkWalletOwner, getNowMs, store }: SettleChargesPorts,
  { methodId, walletId }: AutoTopupCharge,
): Promise<boolean> {
  const owner = await findWalletOwner(checkWalletOwner, walletId);
  if (owner === undefined || owner.isSuspended) return false;
  const rule = await store.autoTopups.find(walletId);
  const situation = await store.autoTopups.readSituation(walletId, getMonthStartMs(getNowMs()));
  const isOn = rule !== undefined && rule.isEnabled && rule.pausedReason === '';
  return isOn && !situation.isSuspended && situation.methodId === methodId;
}
