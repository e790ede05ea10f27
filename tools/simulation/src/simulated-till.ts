import {
  type AdmitRequest,
  type AdmitResult,
  type BookBalance,
  leasePauseMs,
  type HoldEnding,
  type HoldRef,
  type HoldState,
  type LeaseTimes,
  type LoadRequest,
  type ShrinkRequest,
} from '@tollgate/till';
import { SimulatedGoodwill } from './simulated-goodwill';
import {
  chooseAmount,
  drop,
  findFree,
  format,
  judgeLimit,
  move,
  sum,
  sumHeld,
  takeFromLease,
  takePart,
  type Hold,
  type Wallet,
} from './simulated-wallet';

/** Larger than in Redis, so that small wallets get leases, too. */
const leaseShare = 2n;
const leaseEndMs = 1_500;

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
    const lease = wallet.holds.get(request.leaseId ?? '');
    if (lease) return { kind: 'admitted', amountNanos: lease.amountNanos, isLease: true };
    const missing = request.limits.filter((limit) => !wallet.counters.has(format(limit)));
    if (missing.length > 0) return { kind: 'not-loaded', counters: missing };
    const refusal = request.limits.map((limit) => judgeLimit(wallet, limit)).find((one) => one);
    if (refusal) return refusal;
    const availableNanos = wallet.posted.nanos - sumHeld(wallet);
    const { floorNanos: requiredNanos } = request;
    const freeNanos = findFree(request, wallet, availableNanos);
    const amountNanos = chooseAmount(request, freeNanos);
    if (availableNanos < requiredNanos) {
      return { kind: 'no-funds', availableNanos, creditNanos: 0n, requiredNanos };
    }
    if (this.#openLease(request, wallet, freeNanos))
      return { kind: 'admitted', amountNanos: request.ceilingNanos ?? 0n, isLease: true };
    const taken = amountNanos < availableNanos ? amountNanos : availableNanos;
    this.#open(request.walletId, { ...request, amountNanos: taken, counters: request.limits });
    return { kind: 'admitted', amountNanos: taken };
  }

  settle(walletId: string, instance: string, endings: readonly HoldEnding[]): boolean[] {
    return endings.map((ending) => this.#end(walletId, instance, ending));
  }

  shrink({ amountNanos, holdId, step, walletId }: ShrinkRequest): void {
    const wallet = this.#get(walletId);
    const hold = wallet.holds.get(holdId);
    if (hold?.state !== 'open' || (hold.step ?? 0) >= step) return;
    hold.step = step;
    takePart(wallet, hold, amountNanos);
  }

  pauseLeases(walletId: string, instance: string): LeaseTimes {
    const wallet = this.#get(walletId);
    wallet.unleasedUntilMs = Date.now() + leasePauseMs;
    let [ownMs, othersMs] = [0, 0];
    for (const [name, untilMs] of wallet.leasedUntilMs) {
      const leftMs = Math.max(0, untilMs - Date.now());
      if (name === instance) ownMs = leftMs;
      else othersMs = Math.max(othersMs, leftMs);
    }
    return { ownMs, othersMs };
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
      const parts = { holds: new Map(), counters: new Map(), leasedUntilMs: new Map() };
      wallet = { posted: undefined, unleasedUntilMs: 0, ...parts };
      this.#wallets.set(walletId, wallet);
    }
    return wallet;
  }

  #openLease(request: AdmitRequest, wallet: Wallet, freeNanos: bigint): boolean {
    const { ceilingNanos = 0n, instance, leaseId, limits: counters, walletId } = request;
    if (leaseId === undefined || Date.now() < wallet.unleasedUntilMs) return false;
    if (freeNanos / leaseShare < ceilingNanos) return false;
    this.#open(walletId, { holdId: leaseId, instance, amountNanos: ceilingNanos, counters });
    wallet.leasedUntilMs.set(instance, Date.now() + leaseEndMs);
    return true;
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
    if (hold === undefined) takeFromLease(wallet, ending);
    wallet.holds.set(ending.holdId, { state: 'final', amountNanos, instance, fields, sinceMs });
    move(wallet, fields, amountNanos, -(hold?.amountNanos ?? 0n));
    return true;
  }
}
