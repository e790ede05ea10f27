import type { Nanos } from '@tollgate/money';
import type { Wallet } from '../wallets/wallet';
import type { Alert, AlertThreshold, LimitUse } from './alert';

/** What a prepaid wallet had after the last change that was no charge. */
export interface Baseline {
  readonly walletId: string;
  readonly balanceNanos: Nanos;
  readonly totalCreditsNanos: Nanos;
  readonly sinceMs: number;
}

export interface ReachedThreshold extends LimitUse {
  readonly threshold: AlertThreshold;
  /** False: a higher threshold was reached at the same time, and only that one is mailed. */
  readonly isMailed: boolean;
}

/** An alert as the owner of the wallet sees it. */
export interface AlertRecord extends Alert {
  readonly createdAtMs: number;
  readonly sentAtMs: number | null;
}

export interface AlertStore {
  /** In the transaction that changed the wallet. */
  setBaseline(wallet: Wallet, nowMs: number): Promise<void>;
  findBaselines(walletIds: readonly string[]): Promise<Baseline[]>;
  /** What was reached before is left alone. */
  add(reached: readonly ReachedThreshold[]): Promise<void>;
  /** Claims due mails; each is due again after a back-off that grows with every try. */
  claimDue(nowMs: number, limit: number): Promise<Alert[]>;
  markSent(alertId: string, nowMs: number): Promise<void>;
  giveUp(alertId: string): Promise<void>;
  /** Those that were mailed or will be, newest first. */
  listOfWallet(
    walletId: string,
    page: { readonly before: string; readonly limit: number },
  ): Promise<AlertRecord[]>;
}
