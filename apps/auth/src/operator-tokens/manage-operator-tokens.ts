import { AppError } from '@tollgate/errors';
import type { OperatorScope } from '@tollgate/identity';
import { idPrefixes } from '@tollgate/ids';
import { getKeyHints } from '../keys/api-key';
import { assertInFuture } from '../keys/assert-in-future';
import type { Invalidator } from '../keys/ports';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock, Secrets, Stores } from '../shared/ports';
import { makeTokenSecret, operatorTokensMax, type OperatorToken } from './operator-token';

export interface CreateTokenInput {
  readonly actor: Actor;
  /** Names the token: a call that is run again makes no second one. */
  readonly ulid: string;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly expiresAt: Date | null;
}

/** `secret` is null when the token was made before, by a call whose answer never came. */
export interface CreatedToken {
  readonly token: OperatorToken;
  readonly secret: string | null;
}

export interface ManageOperatorTokens {
  /** Raises: conflict when the name was ever used, or there are as many tokens as there may be. */
  create(input: CreateTokenInput): Promise<CreatedToken>;
  list(): Promise<readonly OperatorToken[]>;
  /** Refused on every edge when it resolves. Raises: not_found. */
  revoke(actor: Actor, tokenId: string): Promise<void>;
}

export function manageOperatorTokensUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly secrets: Secrets;
  readonly clock: Clock;
}): ManageOperatorTokens {
  const { clock, database, invalidator, secrets } = ports;

  async function insert(stores: Stores, token: OperatorToken, hash: string): Promise<void> {
    const { operatorTokens } = stores;
    if ((await operatorTokens.list()).length >= operatorTokensMax) {
      throw new AppError('conflict', {
        message: `There are at most ${operatorTokensMax} operator tokens; revoke those not needed`,
      });
    }
    if (await operatorTokens.insert(token, hash)) return;
    throw new AppError('conflict', {
      message: `The name ${token.name} was used by another operator token`,
      param: 'name',
    });
  }

  return {
    create: ({ actor, expiresAt, name, scopes, ulid }) => {
      const now = clock.now();
      assertInFuture(expiresAt, now, 'expiresAt');
      const secret = makeTokenSecret(secrets.makeKeyText());
      const token: OperatorToken = {
        ...{ id: idPrefixes.operatorToken + ulid, name, scopes, ...getKeyHints(secret) },
        ...{ createdBy: actor.userId, createdAt: now, expiresAt, lastUsedAt: null },
      };
      return database.withTransaction(async (stores) => {
        await stores.operatorTokens.lockAll();
        const made = await stores.operatorTokens.find(token.id);
        if (made) return { token: made, secret: null };
        await insert(stores, token, secrets.hash(secret));
        const target = { type: 'operator_token', id: token.id } as const;
        const after = describeToken(token);
        await stores.audit.record({ action: 'admin.token.create', actor, target, after });
        return { token, secret };
      });
    },

    list: () => database.operatorTokens.list(),

    revoke: async (actor, tokenId) => {
      const keyHash = await database.withTransaction(async ({ audit, operatorTokens }) => {
        const revoked = await operatorTokens.revoke(tokenId, clock.now());
        if (!revoked) throw new AppError('not_found', { message: 'No such operator token' });
        const target = { type: 'operator_token', id: tokenId } as const;
        const before = describeToken(revoked.token);
        await audit.record({ action: 'admin.token.revoke', actor, target, before });
        return revoked.tokenHash;
      });
      await invalidator.invalidate({ keyHash });
    },
  };
}

function describeToken({ expiresAt, name, scopes }: OperatorToken): Record<string, unknown> {
  return { name, scopes, expiresAt: expiresAt?.toISOString() ?? null };
}
