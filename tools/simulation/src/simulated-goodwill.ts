import type { GoodwillUse } from '@tollgate/till';

interface Allowance {
  limitNanos: bigint | undefined;
  usedNanos: bigint;
}

/** The allowance for unbilled endings by its rules; a simulated day is shorter than its window. */
export class SimulatedGoodwill {
  #allowances = new Map<string, Allowance>();

  empty(): void {
    this.#allowances = new Map();
  }

  use(walletId: string, valueNanos: bigint, mustBeLoaded: boolean): GoodwillUse {
    const allowance = this.#get(walletId);
    const { limitNanos } = allowance;
    if (limitNanos === undefined && mustBeLoaded) return { kind: 'not-loaded' };
    const isExceeded = limitNanos !== undefined && allowance.usedNanos + valueNanos > limitNanos;
    if (!isExceeded) allowance.usedNanos += valueNanos;
    return {
      kind: isExceeded ? 'exceeded' : 'covered',
      limitNanos: limitNanos ?? 0n,
      usedNanos: allowance.usedNanos,
      resetsAtMs: undefined,
    };
  }

  load(walletId: string, limitNanos: bigint, usedNanos: bigint): void {
    const allowance = this.#get(walletId);
    allowance.limitNanos = limitNanos;
    if (usedNanos > allowance.usedNanos) allowance.usedNanos = usedNanos;
  }

  #get(walletId: string): Allowance {
    const known = this.#allowances.get(walletId);
    if (known !== undefined) return known;
    const made = { limitNanos: undefined, usedNanos: 0n };
    this.#allowances.set(walletId, made);
    return made;
  }
}
