import type { RequestHandler } from 'express';
import { getRequestId, validateQuery } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { formatTime } from '../shared/format-time';
import { findNextCursor } from '../shared/page-fields';
import { getPayingCaller } from '../shared/paying-caller.http';
import { viewerRoles, type ChooseWallet } from '../wallets/choose-wallet';
import { alertsQuerySchema, type alertSchema } from './alerts.operations';
import type { AlertRecord, AlertStore } from './ports';

export interface AlertsRouteOptions {
  readonly chooseWallet: ChooseWallet;
  readonly alerts: Pick<AlertStore, 'listOfWallet'>;
}

/** GET /api/billing/alerts */
export function createAlertsRoute(options: AlertsRouteOptions): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const { cursor, limit, orgId = null } = validateQuery(alertsQuerySchema, request.query);
    const requestId = getRequestId(response);
    const walletId = await options.chooseWallet({ caller, orgId, roles: viewerRoles, requestId });
    const page = { before: cursor, limit };
    const alerts = await options.alerts.listOfWallet(walletId, page);
    response.json({ items: alerts.map(describeAlert), nextCursor: findNextCursor(alerts, page) });
  };
}

function describeAlert(alert: AlertRecord): z.input<typeof alertSchema> {
  return {
    id: alert.id,
    scope: alert.scope,
    scopeId: alert.scopeId,
    name: alert.label,
    window: alert.window,
    thresholdPercent: alert.threshold,
    limitUsd: nanosToUsdNumber(alert.limitNanos),
    usedUsd: nanosToUsdNumber(alert.usedNanos),
    createdAt: formatTime(alert.createdAtMs),
    mailedAt: alert.sentAtMs === null ? null : formatTime(alert.sentAtMs),
  };
}
