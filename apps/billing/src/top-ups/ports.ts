import type { Channel } from './channel';
import type { StoredReversal } from './reversal';
import type { Topup, TopupStatus } from './topup';

export interface TopupPage {
  /** Id of the last one that was seen; empty for the first page. */
  readonly before: string;
  readonly limit: number;
}

export interface TopupStore {
  /** False when one of this id exists. */
  insert(topup: Topup): Promise<boolean>;
  find(topupId: string): Promise<Topup | undefined>;
  /** Locks it until the transaction ends. */
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
