import type { Nanos } from '@tollgate/money';
import { defineScript, type Redis } from '@tollgate/redis';
import {
  listLimitValues,
  readAdmitReply,
  readPreviewReply,
  type AdmitPreview,
  type AdmitRequest,
  type AdmitResult,
  type ExtendRequest,
  type HoldRef,
  type PreviewReply,
  type PreviewRequest,
} from './admission';
import { readHold, type HoldState } from './hold-state';
import { getWalletKeys } from './keys';
import { formatCounterField, parseCounterField, type SpendCounter } from './limits';
import { listWalletsWithHolds } from './list-wallets';
import { admitLua, extendLua, markExhaustedLua } from './scripts/admit';
import { bookLua, loadLua, postLua, unbookLua } from './scripts/post';
import { preludeLua } from './scripts/prelude';
import { previewLua } from './scripts/preview';
import { pauseLeasesLua } from './scripts/lease';
import { registerLua, settleLua, shrinkLua, sweepLua } from './scripts/settle';

/** A wallet as the book has it. */
export interface BookBalance {
  readonly postedNanos: Nanos;
  readonly version: bigint;
  /** Left out: the till keeps its credit line. */
  readonly creditNanos?: Nanos;
}

/** A hold by what it is worth and what counts it. */
export interface TillHold {
  readonly holdId: string;
  readonly amountNanos: Nanos;
  readonly counters: readonly SpendCounter[];
}

/** How a call ended. */
export interface HoldEnding {
  readonly holdId: string;
  readonly counters: readonly SpendCounter[];
  /** Undefined: nothing is charged, the hold is released. */
  readonly costNanos: Nanos | undefined;
  /** The open hold that the call was paid from, if it has none of its own. */
  readonly leaseId?: string | undefined;
  /** What this ending takes from it. */
  readonly leaseNanos?: Nanos | undefined;
}

/** What to give back of an open hold. */
export interface ShrinkRequest {
  readonly walletId: string;
  readonly holdId: string;
  /** Rising with every command for this hold, from 1; a repeat changes nothing. */
  readonly step: number;
  readonly amountNanos: Nanos;
}

/** How long the leases of a relay, and of the others, may hold more than their calls need. */
export interface LeaseTimes {
  readonly ownMs: number;
  readonly othersMs: number;
}

export interface LoadRequest {
  readonly walletId: string;
  readonly postedNanos: Nanos;
  readonly version: bigint;
  readonly creditNanos: Nanos;
  readonly postedHoldIds: readonly string[];
  readonly bookedHolds?: readonly TillHold[];
  readonly counters: readonly (SpendCounter & {
    readonly startMs: number;
    readonly spentNanos: Nanos;
  })[];
}

export interface TillWallet {
  readonly postedNanos: Nanos;
  readonly version: bigint;
  readonly heldNanos: Nanos;
}

type ScriptValue = string | number | bigint;
type Script = (walletId: string, values: readonly ScriptValue[]) => Promise<unknown>;

function defineTillScript(redis: Redis, body: string): Script {
  const run = defineScript(redis, preludeLua + body);
  return (walletId, values) => run(listKeys(walletId), values.map(String));
}

/** The till: what wallets can still spend, kept in Redis and judged in one step. */
export class Till {
  readonly #redis: Redis;
  readonly #admit: Script;
  readonly #preview: Script;
  readonly #extend: Script;
  readonly #markExhausted: Script;
  readonly #settle: Script;
  readonly #register: Script;
  readonly #sweep: Script;
  readonly #shrink: Script;
  readonly #pauseLeases: Script;
  readonly #post: Script;
  readonly #book: Script;
  readonly #unbook: Script;
  readonly #load: Script;

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#admit = defineTillScript(redis, admitLua);
    this.#preview = defineTillScript(redis, previewLua);
    this.#extend = defineTillScript(redis, extendLua);
    this.#markExhausted = defineTillScript(redis, markExhaustedLua);
    this.#settle = defineTillScript(redis, settleLua);
    this.#register = defineTillScript(redis, registerLua);
    this.#sweep = defineTillScript(redis, sweepLua);
    this.#shrink = defineTillScript(redis, shrinkLua);
    this.#pauseLeases = defineTillScript(redis, pauseLeasesLua);
    this.#post = defineTillScript(redis, postLua);
    this.#book = defineTillScript(redis, bookLua);
    this.#unbook = defineTillScript(redis, unbookLua);
    this.#load = defineTillScript(redis, loadLua);
  }

  async admit(request: AdmitRequest): Promise<AdmitResult> {
    const { amountNanos, floorNanos, holdId, instance, limits, walletId } = request;
    const { ceilingNanos = amountNanos, leaseId = '' } = request;
    const amounts = [holdId, amountNanos, floorNanos, instance, ceilingNanos, leaseId];
    const values = [...amounts, ...listLimitValues(limits)];
    return readAdmitReply((await this.#admit(walletId, values)) as string[], limits);
  }

  /** What an admission would answer now, and how far each limit is used. Takes nothing. */
  async preview(request: PreviewRequest): Promise<AdmitPreview> {
    const { amountNanos, ceilingNanos, floorNanos, limits, walletId } = request;
    const amounts = ['', amountNanos, floorNanos, '', ceilingNanos ?? amountNanos, ''];
    const values = [...amounts, ...listLimitValues(limits)];
    return readPreviewReply((await this.#preview(walletId, values)) as PreviewReply, limits);
  }

  /** Raises an open hold through the checks of an admission; `admitted` carries its new total. */
  async extend(request: ExtendRequest): Promise<AdmitResult> {
    const { amountNanos, floorNanos, hold, limits, step } = request;
    const values = [
      hold.holdId,
      step,
      amountNanos,
      floorNanos,
      hold.instance,
      hold.amountNanos,
      joinFields(hold.counters),
      ...listLimitValues(limits),
    ];
    return readAdmitReply((await this.#extend(hold.walletId, values)) as string[], limits);
  }

  /** A stream ran out of credit: for ten minutes floors do not count for this wallet. */
  async markExhausted(walletId: string): Promise<void> {
    await this.#markExhausted(walletId, []);
  }

  /** For each ending whether it was the first; a repeat changes nothing. */
  async settle(
    walletId: string,
    instance: string,
    endings: readonly HoldEnding[],
  ): Promise<boolean[]> {
    const values: ScriptValue[] = [instance];
    for (const { counters, costNanos, holdId, leaseId, leaseNanos } of endings) {
      values.push(holdId, costNanos ?? '', joinFields(counters), leaseId ?? '', leaseNanos ?? 0n);
    }
    return ((await this.#settle(walletId, values)) as number[]).map((ended) => ended === 1);
  }

  async finalize(hold: HoldRef, actualNanos: Nanos): Promise<boolean> {
    const [isFirst] = await this.settle(hold.walletId, hold.instance, [
      { ...hold, costNanos: actualNanos },
    ]);
    return isFirst ?? false;
  }

  async release(walletId: string, holdId: string): Promise<void> {
    await this.settle(walletId, '', [{ holdId, counters: [], costNanos: undefined }]);
  }

  async shrink({ amountNanos, holdId, step, walletId }: ShrinkRequest): Promise<void> {
    await this.#shrink(walletId, [holdId, step, amountNanos]);
  }

  /** Grants the wallet no lease for a while. */
  async pauseLeases(walletId: string, instance: string): Promise<LeaseTimes> {
    const [ownMs, othersMs] = (await this.#pauseLeases(walletId, [instance])) as [number, number];
    return { ownMs, othersMs };
  }

  async register(hold: HoldRef): Promise<void> {
    const values = [hold.holdId, hold.amountNanos, hold.instance, joinFields(hold.counters)];
    await this.#register(hold.walletId, values);
  }

  async sweep(walletId: string, instance: string): Promise<number> {
    return Number(await this.#sweep(walletId, [instance]));
  }

  async post(walletId: string, balance: BookBalance, holdIds: readonly string[]): Promise<void> {
    await this.#post(walletId, [...listBalance(balance), ...holdIds]);
  }

  /** The book keeps this hold now: its money left the posted balance in the same version. */
  async book(walletId: string, balance: BookBalance, hold: TillHold): Promise<void> {
    const { amountNanos, counters, holdId } = hold;
    const values = [...listBalance(balance), holdId, amountNanos, joinFields(counters)];
    await this.#book(walletId, values);
  }

  /** A hold of the book was captured at a cost, or released at 0. */
  async unbook(
    walletId: string,
    balance: BookBalance,
    end: { readonly holdId: string; readonly costNanos: Nanos },
  ): Promise<void> {
    await this.#unbook(walletId, [...listBalance(balance), end.holdId, end.costNanos]);
  }

  async load(request: LoadRequest): Promise<void> {
    const { bookedHolds = [], counters, postedHoldIds } = request;
    const values: ScriptValue[] = [
      ...listBalance(request),
      postedHoldIds.length,
      ...postedHoldIds,
      bookedHolds.length,
    ];
    for (const hold of bookedHolds) {
      values.push(hold.holdId, hold.amountNanos, joinFields(hold.counters));
    }
    for (const counter of counters) {
      values.push(formatCounterField(counter), counter.startMs / 1_000, counter.spentNanos);
    }
    await this.#load(request.walletId, values);
  }

  async readWallet(walletId: string): Promise<TillWallet | undefined> {
    const { wallet } = getWalletKeys(walletId);
    const [posted, version, held] = await this.#redis.hmget(wallet, 'posted', 'version', 'held');
    if (!posted || !version) return undefined;
    return { postedNanos: BigInt(posted), version: BigInt(version), heldNanos: BigInt(held ?? 0) };
  }

  /** Wallets that have holds now; walks the keys in small steps and never blocks Redis. */
  listWalletsWithHolds(): Promise<string[]> {
    return listWalletsWithHolds(this.#redis);
  }

  /** Undefined when it was never admitted, or has ended. */
  async findOpenHold(walletId: string, holdId: string): Promise<TillHold | undefined> {
    const raw = await this.#redis.hget(getWalletKeys(walletId).holds, holdId);
    if (!raw?.startsWith('o')) return undefined;
    // The fields of counters hold the separator themselves: they are all that follows the time.
    const [, amount = '0', , , ...fields] = raw.split('|');
    return { holdId, amountNanos: BigInt(amount), counters: splitFields(fields.join('|')) };
  }

  async listHolds(walletId: string): Promise<HoldState[]> {
    const all = await this.#redis.hgetall(getWalletKeys(walletId).holds);
    return Object.entries(all).map(([holdId, raw]) => readHold(holdId, raw));
  }
}

function listKeys(walletId: string): string[] {
  const keys = getWalletKeys(walletId);
  return [keys.wallet, keys.holds, keys.counters];
}

function listBalance({ creditNanos, postedNanos, version }: BookBalance): ScriptValue[] {
  return [postedNanos, version, creditNanos ?? ''];
}

function joinFields(counters: readonly SpendCounter[]): string {
  return counters.map(formatCounterField).join(',');
}

function splitFields(text: string): SpendCounter[] {
  return text === '' ? [] : text.split(',').map(parseCounterField);
}
