import type {
  AutoTopup,
  AutoTopupCharge,
  AutoTopupMailKind,
  AutoTopupTry,
  PauseReason,
  RuleMail,
  RuleSituation,
} from './auto-topup';
import type { PaymentMethod } from './payment-method';

export interface AutoTopupStore {
  find(walletId: string): Promise<AutoTopup | undefined>;
  /** Locks the rule until the transaction ends. */
  lock(walletId: string): Promise<AutoTopup | undefined>;
  /** The same, but undefined when another transaction has it. */
  lockIfFree(walletId: string): Promise<AutoTopup | undefined>;
  save(rule: AutoTopup): Promise<void>;
  remove(walletId: string): Promise<void>;
  /** Wallets below the threshold of an active rule. */
  listDue(nowMs: number, limit: number): Promise<string[]>;
  /** In one statement: a paid charge is never seen without its credit. */
  readSituation(walletId: string, monthStartMs: number): Promise<RuleSituation>;
  /** Replaces a mail that was not sent yet. */
  addMail(walletId: string, mail: AutoTopupMailKind | '', nowMs: number): Promise<void>;
  /** Claims due mails; each is due again after a back-off that grows with every try. */
  claimMails(nowMs: number, limit: number): Promise<RuleMail[]>;
  /** A newer mail of the rule stays. */
  endMail(mail: RuleMail): Promise<void>;
}

export interface ChargeStore {
  insert(charge: AutoTopupCharge, nowMs: number): Promise<void>;
  /** Claims a due charge, which is due again after a back-off that grows with every try. */
  claimDue(nowMs: number): Promise<AutoTopupCharge | undefined>;
  end(topupId: string, failure: PauseReason | ''): Promise<void>;
  /** When the last one began; undefined: there was none. */
  findLastStartMs(walletId: string): Promise<number | undefined>;
  listTries(walletId: string, limit: number): Promise<AutoTopupTry[]>;
}

export interface PaymentMethodStore {
  /** Also one that was removed. */
  get(methodId: string): Promise<PaymentMethod>;
  findOfWallet(walletId: string): Promise<PaymentMethod | undefined>;
  /** Whether the payment saved one before. */
  isKnown(topupId: string): Promise<boolean>;
  insert(method: PaymentMethod): Promise<void>;
  /** Undefined: there was none. */
  removeOfWallet(walletId: string, nowMs: number): Promise<PaymentMethod | undefined>;
  /** Claims methods that the provider has to delete; each is due again after a back-off. */
  claimDetaches(nowMs: number, limit: number): Promise<PaymentMethod[]>;
  markDetached(methodId: string, nowMs: number): Promise<void>;
}
