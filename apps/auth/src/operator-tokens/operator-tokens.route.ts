import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { formatTime, getPathParameter, type Handlers, validate } from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import { getIdentity, readOperator } from '@tollgate/identity';
import { toOperatorActor } from '../shared/caller.http';
import type { ManageOperatorTokens } from './manage-operator-tokens';
import type { OperatorToken } from './operator-token';
import {
  createOperatorTokenBody,
  type operatorTokenOperations,
  type operatorTokenSchema,
} from './operator-tokens.operations';

export interface OperatorTokenHandlersOptions {
  readonly operatorTokens: ManageOperatorTokens;
  readonly idempotency: IdempotencyStore;
}

export function createOperatorTokenHandlers({
  idempotency,
  operatorTokens,
}: OperatorTokenHandlersOptions): Handlers<typeof operatorTokenOperations> {
  return {
    'GET /api/admin/tokens': [refuseTokens, listTokensRoute(operatorTokens)],
    'POST /api/admin/tokens': [refuseTokens, createTokenRoute(operatorTokens, idempotency)],
    'DELETE /api/admin/tokens/{id}': [refuseTokens, revokeTokenRoute(operatorTokens)],
  };
}

/** The edge refuses them too; a token that could make tokens would have every scope. */
function refuseTokens(_request: Request, response: Response, next: NextFunction): void {
  if (getIdentity(response).keyId !== '') throw new AppError('forbidden');
  next();
}

function listTokensRoute(tokens: ManageOperatorTokens): RequestHandler {
  return async (_request, response) => {
    response.json({ items: (await tokens.list()).map(renderToken) });
  };
}

function createTokenRoute(tokens: ManageOperatorTokens, store: IdempotencyStore): RequestHandler {
  return answerOperatorWrite({
    store,
    run: async ({ body, operator, ulid }) => {
      const { expiresAt = null, name, scopes } = validate(createOperatorTokenBody, body);
      const actor = toOperatorActor(operator);
      const { secret, token } = await tokens.create({ actor, ulid, name, scopes, expiresAt });
      const shown = renderToken(token);
      return {
        status: 201,
        body: { ...shown, token: secret },
        keptBody: { ...shown, token: null },
      };
    },
  });
}

function revokeTokenRoute(tokens: ManageOperatorTokens): RequestHandler {
  return async (request, response) => {
    await tokens.revoke(toOperatorActor(readOperator(response)), getPathParameter(request, 'id'));
    response.status(204).end();
  };
}

function renderToken(token: OperatorToken): z.input<typeof operatorTokenSchema> {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes],
    tokenPrefix: token.prefix,
    tokenSuffix: token.suffix,
    createdBy: token.createdBy,
    createdAt: formatTime(token.createdAt),
    expiresAt: formatTime(token.expiresAt),
    lastUsed: formatTime(token.lastUsedAt),
  };
}
