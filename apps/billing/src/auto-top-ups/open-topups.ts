import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import type { MoneyStore } from '../shared/money-ports';
import type { FindChannel, OpenChannel } from '../top-ups/quote-topup';
import { makeQuote } from '../top-ups/quote';
import { makePendingTopup, type Topup } from '../top-ups/topup';
import { findWalletOwner, type CheckWalletOwner } from '../wallets/check-wallet-owner';
import { findOrgId } from '../wallets/wallet';
import { chargePauseMs, getMonthStartMs, judgeRule, type AutoTopup } from './auto-topup';
import { systemAuthor, toUsd } from './audit-entry';
import { pauseRule } from './end-charge';
import type { RemoveAutoTopup } from './set-auto-topup';

/** Begins the top-ups that rules demand now; how many there were. */
export type OpenTopups = () => Promise<number>;

const dueMax = 100;

export interface OpenTopupsPorts {
  readonly store: MoneyStore;
  readonly findChannel: FindChannel;
  readonly checkWalletOwner: CheckWalletOwner;
  readonly removeAutoTopup: RemoveAutoTopup;
  readonly siteUrl: string;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

/**
 * A top-up begins in the transaction that locks its rule: of several instances one begins it. Its
 * id names the charge at the provider, which is made afterwards by settle-charges.ts.
 */
export function openTopupsUseCase(ports: OpenTopupsPorts): OpenTopups {
  const { logger, store } = ports;

  return async () => {
    let started = 0;
    for (const walletId of await store.autoTopups.listDue(ports.getNowMs(), dueMax)) {
      try {
        if (await startOne(ports, walletId)) started += 1;
      } catch (error) {
        logger.warn('automatic top-up not started', { walletId, error });
      }
    }
    return started;
  };
}

async function startOne(ports: OpenTopupsPorts, walletId: string): Promise<boolean> {
  const { findChannel, store } = ports;
  const owner = await findWalletOwner(ports.checkWalletOwner, walletId);
  if (owner === undefined) {
    // The account or the organization was deleted: its card is deleted, too.
    await ports.removeAutoTopup({ walletId, author: systemAuthor });
    return false;
  }
  if (owner.isSuspended) {
    await postpone(ports, walletId);
    return false;
  }
  const rule = await store.autoTopups.find(walletId);
  if (rule === undefined) return false;
  const open = await findOpen(findChannel, rule);
  if (open !== undefined) return begin(ports, walletId, open);
  await store.inTransaction((stores) =>
    pauseRule(stores, walletId, 'channel_closed', ports.getNowMs()),
  );
  return false;
}

/** Suspended owners are looked up again later: they must not fill every list of due rules. */
function postpone({ getNowMs, store }: OpenTopupsPorts, walletId: string): Promise<void> {
  return store.inTransaction(async ({ autoTopups }) => {
    const rule = await autoTopups.lockIfFree(walletId);
    if (rule === undefined) return;
    await autoTopups.save({ ...rule, nextAtMs: getNowMs() + chargePauseMs });
  });
}

/** Undefined: an operator has closed the channel, or it no longer takes the amount. */
async function findOpen(findChannel: FindChannel, { amountCents, channel }: AutoTopup) {
  try {
    const open = await findChannel(channel);
    const { maxCents, minCents } = open.channel;
    const isTaken = amountCents >= minCents && amountCents <= maxCents;
    return isTaken && open.provider.savedMethods !== undefined ? open : undefined;
  } catch (error) {
    if (AppError.is(error, 'unsupported_param')) return undefined;
    throw error;
  }
}

function begin(
  { getNowMs, logger, siteUrl, store }: OpenTopupsPorts,
  walletId: string,
  open: OpenChannel,
): Promise<boolean> {
  return store.inTransaction(async ({ autoTopups, book, charges, topups }) => {
    const rule = await autoTopups.lockIfFree(walletId);
    if (rule === undefined || rule.channel !== open.channel.id) return false;
    const nowMs = getNowMs();
    // Read after the lock: another instance may have begun one since the rule was listed.
    const situation = await autoTopups.readSituation(walletId, getMonthStartMs(nowMs));
    const quote = makeQuote(rule.amountCents, open.channel);
    const { totalCents } = quote;
    const verdict = judgeRule(rule, situation, { totalCents, nowMs });
    if (verdict.kind === 'limit') {
      await autoTopups.save({ ...rule, nextAtMs: verdict.untilMs });
      await autoTopups.addMail(walletId, 'monthly_limit', nowMs);
      logger.info('automatic top-ups wait for the next month', { walletId });
    }
    if (verdict.kind !== 'charge') return false;
    const topup: Topup = {
      ...makePendingTopup(makeUlid(nowMs), { ...open, quote }),
      walletId,
      userId: rule.userId,
      isAutomatic: true,
      returnUrl: `${siteUrl}/billing`,
    };
    await topups.insert(topup);
    const { balanceNanos } = situation;
    const { methodId } = verdict;
    const charge = { topupId: topup.id, walletId, methodId, balanceNanos, tries: 0 };
    await charges.insert(charge, nowMs);
    await autoTopups.save({ ...rule, nextAtMs: nowMs + chargePauseMs });
    await book.recordAudit({
      ...systemAuthor,
      action: 'auto_topup.charge',
      target: { type: 'topup', id: topup.id },
      after: { walletId, amountUsd: toUsd(quote.amountCents), totalUsd: toUsd(totalCents) },
      orgId: findOrgId(walletId),
    });
    return true;
  });
}
