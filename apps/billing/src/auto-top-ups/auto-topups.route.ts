import type { Request, Response } from 'express';
import { getRequestId, type Handlers, readJsonBody, validate, validateQuery } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import type { OrgRole } from '@tollgate/org-access';
import type { z } from 'zod';
import { formatTime } from '../shared/format-time';
import { getPayingCaller } from '../shared/paying-caller.http';
import { payerRoles, viewerRoles, type ChooseWallet } from '../wallets/choose-wallet';
import type { AutoTopup, AutoTopupTry } from './auto-topup';
import {
  autoTopupBodySchema,
  autoTopupQuerySchema,
  type autoTopupOperations,
  type autoTopupSchema,
} from './auto-topups.operations';
import { toUsd, type ChangeAuthor } from './audit-entry';
import type { AutoTopupView, GetAutoTopup } from './get-auto-topup';
import type { PaymentMethod } from './payment-method';
import type { RemoveAutoTopup, SetAutoTopup } from './set-auto-topup';

export interface AutoTopupsOptions {
  readonly chooseWallet: ChooseWallet;
  readonly getAutoTopup: GetAutoTopup;
  readonly setAutoTopup: SetAutoTopup;
  readonly removeAutoTopup: RemoveAutoTopup;
}

type Described = z.input<typeof autoTopupSchema>;

export function createAutoTopupHandlers(
  options: AutoTopupsOptions,
): Handlers<typeof autoTopupOperations> {
  const choose = (request: Request, response: Response, roles: readonly OrgRole[]) => {
    const caller = getPayingCaller(response);
    const { orgId = null } = validateQuery(autoTopupQuerySchema, request.query);
    return options.chooseWallet({ caller, orgId, roles, requestId: getRequestId(response) });
  };
  return {
    'GET /api/billing/auto-topup': async (request, response) => {
      const walletId = await choose(request, response, viewerRoles);
      response.json(describeView(await options.getAutoTopup(walletId)));
    },

    'PUT /api/billing/auto-topup': async (request, response) => {
      const { userId } = getPayingCaller(response);
      const body = validate(autoTopupBodySchema, await readJsonBody(request));
      const walletId = await choose(request, response, payerRoles);
      await options.setAutoTopup({ ...body, walletId, userId, author: readAuthor(response) });
      response.json(describeView(await options.getAutoTopup(walletId)));
    },

    'DELETE /api/billing/auto-topup': async (request, response) => {
      const walletId = await choose(request, response, payerRoles);
      await options.removeAutoTopup({ walletId, author: readAuthor(response) });
      response.json({ deleted: true });
    },
  };
}

function readAuthor(response: Response): ChangeAuthor {
  const { clientIp: ip, email, userId: id } = getPayingCaller(response);
  return { actor: { type: 'user', id, email }, ip, requestId: getRequestId(response) };
}

function describeView(view: AutoTopupView): Described {
  const { method, rule, state, totalCents, tries } = view;
  return {
    state,
    ...(rule === undefined ? noRule : describeRule(rule)),
    totalUsd: totalCents === null ? null : toUsd(totalCents),
    chargedThisMonthUsd: toUsd(view.monthCents),
    paymentMethod: method ? describeMethod(method) : null,
    channels: view.channels.map(({ id, provider }) => ({ id, provider })),
    tries: tries.map(describeTry),
  };
}

type DescribedRule = Omit<
  Described,
  'state' | 'totalUsd' | 'chargedThisMonthUsd' | 'paymentMethod' | 'channels' | 'tries'
>;

const noRule: DescribedRule = {
  enabled: false,
  channel: null,
  thresholdUsd: null,
  amountUsd: null,
  monthlyLimitUsd: null,
  pausedReason: null,
  pausedAt: null,
  notBefore: null,
};

function describeRule(rule: AutoTopup): DescribedRule {
  return {
    enabled: rule.isEnabled,
    channel: rule.channel,
    thresholdUsd: toUsd(rule.thresholdCents),
    amountUsd: toUsd(rule.amountCents),
    monthlyLimitUsd: toUsd(rule.monthlyLimitCents),
    pausedReason: rule.pausedReason === '' ? null : rule.pausedReason,
    pausedAt: rule.pausedAtMs === null ? null : formatTime(rule.pausedAtMs),
    notBefore: formatTime(rule.nextAtMs),
  };
}

function describeMethod(method: PaymentMethod): NonNullable<Described['paymentMethod']> {
  const { brand, createdAtMs, expiresMonth, expiresYear, last4, provider } = method;
  return { provider, brand, last4, expiresMonth, expiresYear, savedAt: formatTime(createdAtMs) };
}

function describeTry(one: AutoTopupTry): Described['tries'][number] {
  return {
    topupId: one.topupId,
    status: one.status,
    totalUsd: toUsd(one.totalCents),
    balanceUsd: nanosToUsdNumber(one.balanceNanos),
    failure: one.failure === '' ? null : one.failure,
    createdAt: formatTime(one.createdAtMs),
  };
}
