import type { Nanos } from '@tollgate/money';
import { defineScript, type Redis } from '@tollgate/redis';
import { getWalletKeys, holdsKeyGlob, parseHoldsKey } from './keys';
import {
  formatCounterField,
  parseCounterField,
  type SpendCounter,
  type SpendLimit,
} from './limits';
import { admitLua } from './scripts/admit';
import { loadLua, postLua } from './scripts/post';
import { preludeLua } from './scripts/prelude';
import { finalizeLua, registerLua, releaseLua, sweepLua } from './scripts/settle';

export interface AdmitRequest {
  readonly walletId: string;
  readonly holdId: string;
  readonly instance: string;
  readonly amountNanos: Nanos;
  /** The least reserve that is good enough; equal to the amount when the whole must be covered. */
  readonly floorNanos: Nanos;
  /** In order of precedence: the first that is reached is the one named in the refusal. */
  readonly limits: readonly SpendLimit[];
}

export type AdmitResult =
  | { readonly kind: 'admitted'; readonly amountNanos: Nanos }
  | { readonly kind: 'not-loaded'; readonly counters: readonly SpendCounter[] }
  | {
      readonly kind: 'limit-reached';
      readonly limit: SpendLimit;
      readonly spentNanos: Nanos;
      readonly reservedNanos: Nanos;
      readonly nowMs: number;
    }
  | { readonly kind: 'no-funds'; readonly availableNanos: Nanos };

/** A hold as its relay remembers it. */
export interface HoldRef {
  readonly walletId: string;
  readonly holdId: string;
  readonly instance: string;
  readonly amountNanos: Nanos;
  readonly counters: readonly SpendCounter[];
}

export interface LoadRequest {
  readonly walletId: string;
  readonly postedNanos: Nanos;
  readonly version: bigint;
  readonly creditNanos: Nanos;
  readonly postedHoldIds: readonly string[];
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

export interface HoldState {
  readonly holdId: string;
  readonly state: 'open' | 'final';
  readonly amountNanos: Nanos;
  readonly instance: string;
  readonly sinceMs: number;
}

const scanStep = 500;

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
  readonly #finalize: Script;
  readonly #release: Script;
  readonly #register: Script;
  readonly #sweep: Script;
  readonly #post: Script;
  readonly #load: Script;

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#admit = defineTillScript(redis, admitLua);
    this.#finalize = defineTillScript(redis, finalizeLua);
    this.#release = defineTillScript(redis, releaseLua);
    this.#register = defineTillScript(redis, registerLua);
    this.#sweep = defineTillScript(redis, sweepLua);
    this.#post = defineTillScript(redis, postLua);
    this.#load = defineTillScript(redis, loadLua);
  }

  async admit(request: AdmitRequest): Promise<AdmitResult> {
    const { holdId, amountNanos, floorNanos, instance, limits } = request;
    const values: ScriptValue[] = [holdId, amountNanos, floorNanos, instance, limits.length];
    for (const limit of limits)
      values.push(formatCounterField(limit), limit.limitNanos, limit.rule);
    const reply = (await this.#admit(request.walletId, values)) as [string, ...(string | number)[]];
    return readAdmitReply(reply, limits);
  }

  async finalize(hold: HoldRef, actualNanos: Nanos): Promise<void> {
    const values = [hold.holdId, actualNanos, hold.instance, joinFields(hold.counters)];
    await this.#finalize(hold.walletId, values);
  }

  async release(walletId: string, holdId: string): Promise<void> {
    await this.#release(walletId, [holdId]);
  }

  async register(hold: HoldRef): Promise<void> {
    const values = [hold.holdId, hold.amountNanos, hold.instance, joinFields(hold.counters)];
    await this.#register(hold.walletId, values);
  }

  async sweep(walletId: string, instance: string): Promise<number> {
    return Number(await this.#sweep(walletId, [instance]));
  }

  async post(
    walletId: string,
    balance: { postedNanos: Nanos; version: bigint },
    holdIds: readonly string[],
  ): Promise<void> {
    await this.#post(walletId, [balance.postedNanos, balance.version, ...holdIds]);
  }

  async load(request: LoadRequest): Promise<void> {
    const { postedNanos, version, creditNanos, postedHoldIds, counters } = request;
    const values: ScriptValue[] = [
      postedNanos,
      version,
      creditNanos,
      postedHoldIds.length,
      ...postedHoldIds,
    ];
    for (const counter of counters) {
      values.push(formatCounterField(counter), counter.startMs / 1_000, counter.spentNanos);
    }
    await this.#load(request.walletId, values);
  }

  async readWallet(walletId: string): Promise<TillWallet | undefined> {
    const keys = getWalletKeys(walletId);
    const [posted, version, held] = await this.#redis.hmget(
      keys.wallet,
      'posted',
      'version',
      'held',
    );
    if (!posted || !version) return undefined;
    return { postedNanos: BigInt(posted), version: BigInt(version), heldNanos: BigInt(held ?? 0) };
  }

  /** Wallets that have holds now; walks the keys in small steps and never blocks Redis. */
  async listWalletsWithHolds(): Promise<string[]> {
    const wallets = new Set<string>();
    let cursor = '0';
    do {
      const [next, keys] = await this.#redis.scan(cursor, 'MATCH', holdsKeyGlob, 'COUNT', scanStep);
      for (const key of keys) {
        const walletId = parseHoldsKey(key);
        if (walletId !== undefined) wallets.add(walletId);
      }
      cursor = next;
    } while (cursor !== '0');
    return [...wallets];
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

function joinFields(counters: readonly SpendCounter[]): string {
  return counters.map(formatCounterField).join(',');
}

function readAdmitReply(
  reply: readonly (string | number)[],
  limits: readonly SpendLimit[],
): AdmitResult {
  const [kind, first = '0', second = '0', third = '0', fourth = '0'] = reply;
  if (kind === 'ok') return { kind: 'admitted', amountNanos: BigInt(first) };
  if (kind === 'funds') return { kind: 'no-funds', availableNanos: BigInt(first) };
  if (kind === 'load') {
    return {
      kind: 'not-loaded',
      counters: reply.slice(1).map((field) => parseCounterField(String(field))),
    };
  }
  const limit = limits[Number(first) - 1];
  if (kind !== 'limit' || !limit) throw new Error(`unexpected reply of the till: ${String(kind)}`);
  return {
    kind: 'limit-reached',
    limit,
    spentNanos: BigInt(second),
    reservedNanos: BigInt(third),
    nowMs: Number(fourth) * 1_000,
  };
}

function readHold(holdId: string, raw: string): HoldState {
  const [state, amount = '0', instance = '', sinceMs = '0'] = raw.split('|');
  return {
    holdId,
    state: state === 'f' ? 'final' : 'open',
    amountNanos: BigInt(amount),
    instance,
    sinceMs: Number(sinceMs),
  };
}
