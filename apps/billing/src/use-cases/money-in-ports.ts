import type { AuditEntry } from '@tollgate/event-log';
import type { Nanos } from '@tollgate/money';
import type { Channel } from '../domain/channel';
import type { EndingGrant } from '../domain/grant-expiry';
import type { GrantRecord } from '../domain/grant-record';
import type { StoredReversal } from '../domain/reversal';
import type { Topup, TopupStatus } from '../domain/topup';
import type { AlertStore } from './alert-ports';
import type { Book } from './ports';

/** An operator, as the audit log names one. */
export type Operator = Pick<AuditEntry, 'actor' | 'ip' | 'requestId'>;

export interface TopupPage {
  /** Id of the last one that was seen; empty for the first page. */
  readonly before: string;
  readonly limit: number;
}

export interface TopupStore {
  /** False when one of this id exists. */
  insert(topup: Topup): Promise<boolean>;
  find(topupId: string): Promise<Topup | undefined>;
  /** Nobody else changes it until the transaction ends. */
  lock(topupId: string): Promise<Topup | undefined>;
  /** Everything but its quote, its owner and its times of creation. */
  save(topup: Topup): Promise<void>;
  countPending(walletId: string): Promise<number>;
  listOfWallet(walletId: string, page: TopupPage): Promise<Topup[]>;
  listAll(filter: TopupPage & { readonly status: TopupStatus | undefined }): Promise<Topup[]>;
  listOverdueIds(nowMs: number, limit: number): Promise<string[]>;
  listRefundsDue(nowMs: number, limit: number): Promise<Topup[]>;
}

export interface ReversalStore {
  list(topupId: string): Promise<StoredReversal[]>;
  insert(reversal: Omit<StoredReversal, 'isRestored'>, nowMs: number): Promise<void>;
  restore(topupId: string, externalId: string, nowMs: number): Promise<void>;
}

/** A wallet that may not be topped up until an operator has looked at it. */
export interface TopupSuspension {
  readonly walletId: string;
  /** The payment that was taken back. */
  readonly topupId: string;
  readonly reason: string;
  readonly createdAtMs: number;
}

export interface SuspensionStore {
  /** A wallet that is suspended stays as it is. */
  insert(suspension: TopupSuspension): Promise<void>;
  find(walletId: string): Promise<TopupSuspension | undefined>;
  list(page: TopupPage): Promise<TopupSuspension[]>;
  /** Undefined: it was not suspended. */
  remove(walletId: string): Promise<TopupSuspension | undefined>;
}

export interface ChannelStore {
  list(): Promise<Channel[]>;
  save(channel: Channel): Promise<void>;
}

/** A grant with what is needed to end it. */
export interface StoredGrant extends GrantRecord {
  readonly usageStartNanos: Nanos;
}

export interface GrantStore {
  /** False when one of this id exists. */
  insert(grant: StoredGrant): Promise<boolean>;
  find(grantId: string): Promise<GrantRecord | undefined>;
  list(before: string, limit: number): Promise<GrantRecord[]>;
  listOverdue(nowMs: number, limit: number): Promise<GrantRecord[]>;
  /** Of those that have an end; the wallet's usage now ends those that have not ended. */
  listEnding(walletId: string, usageNanos: Nanos): Promise<EndingGrant[]>;
  /** False when it has ended before. */
  end(
    grantId: string,
    end: { readonly atMs: number; readonly usageNanos: Nanos; readonly expiredNanos: Nanos },
  ): Promise<boolean>;
}

export interface MoneyStores {
  readonly topups: TopupStore;
  readonly channels: ChannelStore;
  readonly grants: GrantStore;
  readonly alerts: AlertStore;
  readonly reversals: ReversalStore;
  readonly suspensions: SuspensionStore;
}

/** The stores of money that comes in, with the book: what belongs together is written together. */
export interface MoneyStore extends MoneyStores {
  inTransaction<T>(run: (stores: MoneyStores & { readonly book: Book }) => Promise<T>): Promise<T>;
}
