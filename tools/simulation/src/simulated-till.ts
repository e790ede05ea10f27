import {
  type AdmitRequest,
  type AdmitResult,
  type BookBalance,
  formatCounterField,
  type HoldEnding,
  type HoldRef,
  type HoldState,
  type LoadRequest,
  type SpendCounter,
  type SpendLimit,
} from '@tollgate/till';
import { SimulatedGoodwill } from './simulated-goodwill';

interface Hold {
  state: 'open' | 'final';
  amountNanos: bigint;
  instance: string;
  readonly fields: readonly string[];
  readonly sinceMs: number;
}

interface Wallet {
  posted: { nanos: bigint; version: bigint } | undefined;
  readonly holds: Map<string, Hold>;
  readonly counters: Map<string, { spent: bigint; reserved: bigint }>;
}

/**
 * The till's rules in plain words, one step at a time as Redis runs its scripts. Its windows never
 * end: they are tested on the scripts themselves.
 */
export class SimulatedTill {
  readonly goodwill = new SimulatedGoodwill();
  #wallets = new Map<string, Wallet>();
  #beats = new Map<string, number>();
  #noted = new Map<string, Set<string>>();
  #epoch = { id: 'epoch-1', bornMs: Date.now() };
  #epochs = 1;

  /** As after a restart without data. */
  empty(): void {
    this.goodwill.empty();
    this.#wallets = new Map();
    this.#beats = new Map();
    this.#noted = new Map();
    this.#epochs += 1;
    this.#epoch = { id: `epoch-${this.#epochs}`, bornMs: Date.now() };
  }

  openEpoch(): { id: string; ageMs: number } {
    return { id: this.#epoch.id, ageMs: Date.now() - this.#epoch.bornMs };
  }

  admit(request: AdmitRequest): AdmitResult {
    const wallet = this.#wallets.get(request.walletId);
    if (!wallet?.posted) return { kind: 'not-loaded', counters: [] };
    const existing = wallet.holds.get(request.holdId);
    if (existing) return { kind: 'admitted', amountNanos: existing.amountNanos };
    const missing = request.limits.filter((limit) => !wallet.counters.has(format(limit)));
    if (missing.length > 0) return { kind: 'not-loaded', counters: missing };
    const refusal = request.limits.map((limit) => judgeLimit(wallet, limit)).find((one) => one);
    if (refusal) return refusal;
    const availableNanos = wallet.posted.nanos - sumHeld(wallet);
    const { floorNanos: requiredNanos } = request;
    const amountNanos = chooseAmount(request, wallet, availableNanos);
    if (availableNanos < requiredNanos) {
      return { kind: 'no-funds', availableNanos, creditNanos: 0n, requiredNanos };
    }
    const taken = amountNanos < availableNanos ? amountNanos : availableNanos;
    this.#open(request.walletId, { ...request, amountNanos: taken, counters: request.limits });
    return { kind: 'admitted', amountNanos: taken };
  }

  settle(walletId: string, instance: string, endings: readonly HoldEnding[]): boolean[] {
    return endings.map((ending) => this.#end(walletId, instance, ending));
  }

  register(hold: HoldRef): void {
    if (!this.#get(hold.walletId).holds.has(hold.holdId)) this.#open(hold.walletId, hold);
  }

  sweep(walletId: string, instance: string): number {
    const wallet = this.#get(walletId);
    const open = [...wallet.holds].filter(
      ([, hold]) => hold.state === 'open' && hold.instance === instance,
    );
    for (const [id] of open) drop(wallet, id);
    return open.length;
  }

  post(walletId: string, balance: BookBalance, holdIds: readonly string[]): void {
    const wallet = this.#get(walletId);
    if (wallet.posted && balance.version > wallet.posted.version) {
      wallet.posted = { nanos: balance.postedNanos, version: balance.version };
    }
    for (const id of holdIds) drop(wallet, id);
  }

  load(request: LoadRequest): void {
    const wallet = this.#get(request.walletId);
    if (!wallet.posted || request.version > wallet.posted.version) {
      wallet.posted = { nanos: request.postedNanos, version: request.version };
    }
    for (const id of request.postedHoldIds) drop(wallet, id);
    for (const counter of request.counters) {
      const field = format(counter);
      if (wallet.counters.has(field)) continue;
      const holds = [...wallet.holds.values()].filter(({ fields }) => fields.includes(field));
      wallet.counters.set(field, {
        spent: counter.spentNanos + sum(holds.filter(({ state }) => state === 'final')),
        reserved: sum(holds.filter(({ state }) => state === 'open')),
      });
    }
  }

  listHolds(walletId: string): HoldState[] {
    return [...this.#get(walletId).holds].map(([holdId, hold]) => ({ holdId, ...hold }));
  }

  listWalletsWithHolds(): string[] {
    return [...this.#wallets].filter(([, { holds }]) => holds.size > 0).map(([id]) => id);
  }

  /** Sum of what the counters say is reserved, for the last check. */
  sumReserved(): bigint {
    return [...this.#wallets.values()]
      .flatMap(({ counters }) => [...counters.values()])
      .reduce((total, { reserved }) => total + reserved, 0n);
  }

  beat(instance: string): boolean {
    const isNew = !this.#beats.has(instance);
    this.#beats.set(instance, Date.now());
    return isNew;
  }

  listSilent(silenceMs: number): string[] {
    return [...this.#beats].filter(([, at]) => Date.now() - at > silenceMs).map(([id]) => id);
  }

  noteWallet(instance: string, walletId: string): void {
    this.#noted.set(instance, (this.#noted.get(instance) ?? new Set()).add(walletId));
  }

  listWallets(instance: string): string[] {
    return [...(this.#noted.get(instance) ?? [])];
  }

  forgetWallet(instance: string, walletId: string): void {
    this.#noted.get(instance)?.delete(walletId);
  }

  forgetInstance(instance: string): void {
    this.#beats.delete(instance);
  }

  #get(walletId: string): Wallet {
    let wallet = this.#wallets.get(walletId);
    if (!wallet) {
      wallet = { posted: undefined, holds: new Map(), counters: new Map() };
      this.#wallets.set(walletId, wallet);
    }
    return wallet;
  }

  #open(walletId: string, hold: Omit<HoldRef, 'walletId'>): void {
    const wallet = this.#get(walletId);
    const fields = hold.counters.map(format);
    const { amountNanos, holdId, instance } = hold;
    const open: Hold = { state: 'open', amountNanos, instance, fields, sinceMs: Date.now() };
    wallet.holds.set(holdId, open);
    move(wallet, fields, 0n, amountNanos);
  }

  #end(walletId: string, instance: string, ending: HoldEnding): boolean {
    const wallet = this.#get(walletId);
    const hold = wallet.holds.get(ending.holdId);
    if (ending.costNanos === undefined) {
      if (hold?.state !== 'open') return false;
      drop(wallet, ending.holdId);
      return true;
    }
    if (hold && hold.state !== 'open') return false;
    const amountNanos = ending.costNanos;
    const fields = hold?.fields ?? ending.counters.map(format);
    const sinceMs = Date.now();
    wallet.holds.set(ending.holdId, { state: 'final', amountNanos, instance, fields, sinceMs });
    move(wallet, fields, amountNanos, -(hold?.amountNanos ?? 0n));
    return true;
  }
}

function format(counter: SpendCounter): string {
  return formatCounterField(counter);
}

function sum(holds: readonly Hold[]): bigint {
  return holds.reduce((total, { amountNanos }) => total + amountNanos, 0n);
}

function sumHeld(wallet: Wallet): bigint {
  return sum([...wallet.holds.values()]);
}

function judgeLimit(wallet: Wallet, limit: SpendLimit): AdmitResult | undefined {
  const counter = wallet.counters.get(format(limit)) ?? { spent: 0n, reserved: 0n };
  if (counter.spent + counter.reserved < limit.limitNanos) return undefined;
  const { reserved: reservedNanos, spent: spentNanos } = counter;
  const nowMs = Date.now();
  const trippedBreakers: never[] = [];
  return { kind: 'limit-reached', limit, spentNanos, reservedNanos, nowMs, trippedBreakers };
}

/** A tenth of what is free, between the amount and the ceiling. */
function chooseAmount(request: AdmitRequest, wallet: Wallet, availableNanos: bigint): bigint {
  const { amountNanos, ceilingNanos = amountNanos, limits } = request;
  let free = availableNanos;
  for (const limit of limits) {
    const { reserved, spent } = wallet.counters.get(format(limit)) ?? { spent: 0n, reserved: 0n };
    const left = limit.limitNanos - spent - reserved;
    if (left < free) free = left;
  }
  const share = free / 10n < ceilingNanos ? free / 10n : ceilingNanos;
  return share > amountNanos ? share : amountNanos;
}

function move(wallet: Wallet, fields: readonly string[], spent: bigint, reserved: bigint): void {
  for (const field of fields) {
    const counter = wallet.counters.get(field);
    if (!counter) continue;
    counter.spent += spent;
    counter.reserved += reserved;
  }
}

function drop(wallet: Wallet, holdId: string): void {
  const hold = wallet.holds.get(holdId);
  if (!hold) return;
  wallet.holds.delete(holdId);
  if (hold.state === 'open') move(wallet, hold.fields, 0n, -hold.amountNanos);
}
