import { makeId } from '@tollgate/ids';
import {
  applyKeyChange,
  getKeyHints,
  makeKeySecret,
  type ApiKey,
  type KeyChange,
  type KeyType,
} from '../domain/api-key';
import { assertInFuture } from './assert-in-future';
import { describeKeyForAudit } from './describe-key-for-audit';
import type { AccountDatabase, Actor, Clock, Secrets } from './ports';

export interface CreateKeyInput {
  readonly actor: Actor;
  readonly label: string;
  readonly type: KeyType;
  readonly settings: KeyChange;
}

export type CreateKey = (input: CreateKeyInput) => Promise<{ key: ApiKey; secret: string }>;

/** The secret is given here and nowhere else: only its hash is kept. */
export function createCreateKey(ports: {
  readonly database: AccountDatabase;
  readonly secrets: Secrets;
  readonly clock: Clock;
}): CreateKey {
  return async ({ actor, label, type, settings }) => {
    const now = ports.clock.now();
    assertInFuture(settings.expiresAt, now);
    const secret = makeKeySecret(type, ports.secrets.makeKeyText());
    const blank: ApiKey = {
      id: makeId('key'),
      userId: actor.userId,
      label,
      type,
      ...getKeyHints(secret),
      isEnabled: true,
      limitNanos: null,
      limitReset: null,
      limitPeriodLabel: null,
      expiresAt: null,
      allowedCidrs: [],
      hasFreeFallback: true,
      createdAt: now,
    };
    const key = applyKeyChange(blank, settings);
    const target = { type: 'key', id: key.id } as const;
    await ports.database.withTransaction(async ({ keys, audit }) => {
      await keys.insert(key, ports.secrets.hash(secret));
      const after = describeKeyForAudit(key);
      await audit.record({ action: 'key.create', actor, target, after });
    });
    return { key, secret };
  };
}
