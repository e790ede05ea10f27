import { KeyEndReason as MessageReason, type EndedKey as Message } from '@tollgate/contracts';
import { anonymousIdentity, type CallerIdentity } from './caller-identity';
import { decodeCaller, encodeCaller } from './caller-message';

export type KeyEndReason = 'deleted' | 'disabled' | 'expired' | 'rotated';

/** A key that may not be used any more, for the refusal log of its account. */
export interface EndedKey {
  readonly identity: CallerIdentity;
  /** `rotated`: the secret was replaced by a rotation and its grace is over. */
  readonly reason: KeyEndReason;
  /** Unix milliseconds; null: not recorded. */
  readonly endedAtMs: number | null;
}

const messageReasons: Readonly<Record<KeyEndReason, MessageReason>> = {
  deleted: MessageReason.KEY_END_REASON_DELETED,
  disabled: MessageReason.KEY_END_REASON_DISABLED,
  expired: MessageReason.KEY_END_REASON_EXPIRED,
  rotated: MessageReason.KEY_END_REASON_ROTATED,
};
const reasonsByMessage = new Map(
  Object.entries(messageReasons).map(([reason, message]) => [message, reason as KeyEndReason]),
);

/** Nothing that lets a call pass is sent. */
export function encodeEndedKey({ endedAtMs, identity, reason }: EndedKey): Message {
  const { email, keyId, kind, label, org, userId } = identity;
  const caller = encodeCaller({
    identity: { ...anonymousIdentity, email, keyId, kind, label, org, userId },
    isSuspended: false,
    isOperator: false,
    operatorScopes: [],
    allowedCidrs: [],
    expiresAtMs: null,
  });
  return { caller, reason: messageReasons[reason], endedAtMs: BigInt(endedAtMs ?? 0) };
}

/** Undefined for a reason or a kind of key that only a newer auth has. */
export function decodeEndedKey({ caller, endedAtMs, reason }: Message): EndedKey | undefined {
  const named = reasonsByMessage.get(reason);
  const identity = caller && decodeCaller(caller)?.identity;
  if (named === undefined || identity === undefined) return undefined;
  return { identity, reason: named, endedAtMs: endedAtMs === 0n ? null : Number(endedAtMs) };
}
