import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { AdmitRequest, AdmitResult, LeaseTimes } from '@tollgate/till';
import type { LoadTill } from './load-till';
import type { PostBalance } from './post-balance';
import type { Wallet } from './wallet';

export interface TakeRequest {
  readonly walletId: string;
  readonly amountNanos: Nanos;
  /** The least that is worth taking; equal to the amount when the whole must be there. */
  readonly floorNanos: Nanos;
}

export type TakeResult<T> =
  | { readonly kind: 'taken'; readonly result: T }
  | { readonly kind: 'not-covered'; readonly availableNanos: Nanos };

/** Books what is taken and returns the wallet after it; undefined when it booked nothing. */
export type BookTaken<T> = (
  takenNanos: Nanos,
) => Promise<{ readonly wallet: Wallet | undefined; readonly result: T }>;

export type TakeCredit = <T>(request: TakeRequest, book: BookTaken<T>) => Promise<TakeResult<T>>;

const loadsMax = 2;

/** The till, and the registry of instances that may hold credit in it. */
export interface TakeCreditPorts {
  readonly till: {
    admit(request: AdmitRequest): Promise<AdmitResult>;
    pauseLeases(walletId: string, instance: string): Promise<LeaseTimes>;
    release(walletId: string, holdId: string): Promise<void>;
  };
  readonly instances: {
    beat(instance: string): Promise<boolean>;
    noteWallet(instance: string, walletId: string): Promise<void>;
    forgetWallet(instance: string, walletId: string): Promise<void>;
    forgetInstance(instance: string): Promise<void>;
  };
  readonly loadTill: LoadTill;
  readonly postBalance: PostBalance;
}

/**
 * Takes credit out of a wallet that calls may be spending at the same moment. The amount is held in
 * the till first, by the same step that admits calls, so that none of them can count on it any
 * more. Leases end before that, because they hold more than calls need. A process that dies in
 * between leaves a hold of a silent instance, which is swept.
 */
export function takeCreditUseCase(ports: TakeCreditPorts): TakeCredit {
  const { instances, postBalance, till } = ports;

  return async (request, book) => {
    const { walletId } = request;
    const holdId = makeUlid();
    const instance = `billing-${holdId}`;
    try {
      const held = await hold(ports, { ...request, holdId, instance, limits: [] });
      if (held.kind === 'not-covered') return held;
      const { wallet, result } = await book(held.nanos);
      if (wallet === undefined) await release(walletId, holdId);
      else await postBalance(wallet, [holdId]);
      return { kind: 'taken', result };
    } catch (error) {
      // A command that timed out may still have run.
      await release(walletId, holdId);
      throw error;
    } finally {
      await forget(instance, walletId).catch(() => undefined);
    }
  };

  /** What stays behind is swept like every hold of a silent instance. */
  async function release(walletId: string, holdId: string): Promise<void> {
    await till.release(walletId, holdId).catch(() => undefined);
  }

  async function forget(instance: string, walletId: string): Promise<void> {
    await instances.forgetWallet(instance, walletId);
    await instances.forgetInstance(instance);
  }
}

type Held =
  | { readonly kind: 'held'; readonly nanos: Nanos }
  | { readonly kind: 'not-covered'; readonly availableNanos: Nanos };

/** Without the till it is unknown what running calls may still spend: nothing is taken then. */
async function hold(ports: TakeCreditPorts, request: AdmitRequest): Promise<Held> {
  try {
    await ports.instances.noteWallet(request.instance, request.walletId);
    await ports.instances.beat(request.instance);
    const { othersMs } = await ports.till.pauseLeases(request.walletId, request.instance);
    if (othersMs > 0) await sleep(othersMs);
    const admission = await admit(ports, request);
    if (admission.kind === 'admitted') return { kind: 'held', nanos: admission.amountNanos };
    if (admission.kind === 'no-funds') {
      return { kind: 'not-covered', availableNanos: admission.availableNanos };
    }
    throw new Error(`the till cannot hold credit: ${admission.kind}`);
  } catch (cause) {
    throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
  }
}

async function admit(
  { loadTill, till }: TakeCreditPorts,
  request: AdmitRequest,
): Promise<AdmitResult> {
  for (let loads = 0; ; loads++) {
    const admission = await till.admit(request);
    if (admission.kind !== 'not-loaded' || loads >= loadsMax) return admission;
    await loadTill(request.walletId, []);
  }
}
