import { AppError } from '@tollgate/errors';
import { getUlidTimeMs } from '@tollgate/ids';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import { makeEntry, walletAccount, type JournalEntry } from '../ledger/journal-entry';
import type { MoneyStore, Operator } from '../shared/money-ports';
import type { PostBalance } from '../wallets/post-balance';
import type { TakeCredit } from '../wallets/take-credit';
import { findOrgId, type Wallet } from '../wallets/wallet';
import type { GrantRecord } from './grant';

export interface GrantRequest {
  /** Names the grant and its entry: the same one again is the same grant. */
  readonly ulid: string;
  readonly walletId: string;
  /** Negative: a correction. */
  readonly amountNanos: Nanos;
  readonly reason: string;
  readonly expiresAtMs: number | null;
  readonly operator: Operator;
}

/** Throws `conflict` when a correction takes back more than there is. */
export type GrantCredits = (request: GrantRequest) => Promise<GrantRecord>;

interface Booked {
  readonly wallet: Wallet | undefined;
  readonly result: GrantRecord;
}

/** Credit that an operator gives, or takes back with a negative amount. */
export function grantCreditsUseCase(ports: {
  readonly store: MoneyStore;
  readonly takeCredit: TakeCredit;
  readonly postBalance: PostBalance;
  readonly getNowMs: () => number;
}): GrantCredits {
  return async (request) => {
    const { amountNanos, walletId } = request;
    if (amountNanos > 0n) {
      const { wallet, result } = await book(request);
      if (wallet) await ports.postBalance(wallet);
      return result;
    }
    const take = { walletId, amountNanos: -amountNanos, floorNanos: -amountNanos };
    const taken = await ports.takeCredit(take, () => book(request));
    if (taken.kind === 'taken') return taken.result;
    throw new AppError('conflict', {
      message: 'The wallet has less credit than is to be taken back',
      metadata: { available: nanosToUsdNumber(taken.availableNanos) },
    });
  };

  function book(request: GrantRequest): Promise<Booked> {
    const grant = makeGrant(request);
    return ports.store.inTransaction(async ({ alerts, book: entries, grants }) => {
      const [before] = await entries.findWallets([grant.walletId]);
      const usageStartNanos = before?.totalUsageNanos ?? 0n;
      if (!(await grants.insert({ ...grant, usageStartNanos }))) {
        return { wallet: undefined, result: (await grants.find(grant.id)) ?? grant };
      }
      const [wallet] = await entries.addEntries([makeGrantEntry(grant)]);
      if (wallet) await alerts.setBaseline(wallet, ports.getNowMs());
      await entries.recordAudit({
        ...request.operator,
        action: 'admin.credits.grant',
        target: { type: 'wallet', id: grant.walletId },
        after: describeGrant(grant),
        orgId: findOrgId(grant.walletId),
      });
      return { wallet, result: grant };
    });
  }
}

function makeGrant({ ulid, ...request }: GrantRequest): GrantRecord {
  return {
    id: `led_${ulid}`,
    walletId: request.walletId,
    kind: request.amountNanos < 0n ? 'adjust' : 'grant',
    amountNanos: request.amountNanos,
    reason: request.reason,
    occurredAtMs: getUlidTimeMs(ulid),
    expiresAtMs: request.expiresAtMs,
    expiredNanos: null,
  };
}

function makeGrantEntry(grant: GrantRecord): JournalEntry {
  const { id, amountNanos, kind, occurredAtMs, reason, walletId } = grant;
  const wallet = walletAccount(walletId);
  return makeEntry(
    { id, occurredAtMs, kind, walletId, reference: `grant-${id.slice('led_'.length)}`, reason },
    amountNanos < 0n
      ? { from: wallet, to: 'grants', amountNanos: -amountNanos }
      : { from: 'grants', to: wallet, amountNanos },
  );
}

function describeGrant({ id, amountNanos, reason, expiresAtMs }: GrantRecord): object {
  return {
    entry: id,
    amountUsd: nanosToUsdNumber(amountNanos),
    reason,
    ...(expiresAtMs === null ? {} : { expiresAt: new Date(expiresAtMs).toISOString() }),
  };
}
