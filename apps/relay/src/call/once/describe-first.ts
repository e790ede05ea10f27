import { AppError } from '@tollgate/errors';
import { formatGenerationId } from '@tollgate/ids';
import { formatUsd, nanosToUsdNumber } from '@tollgate/money';
import type { CallView } from './call-keys';

/** The relay of a running call that was silent for this long has died, or is cut off. */
export const silentMsMax = 20_000;
const retryAfterSeconds = 5;

type FirstCall = Pick<CallView, 'costNanos' | 'ulid'>;

/** Why a repeated call cannot have the answer of the first one; undefined: it can. */
export function explainNoAnswer(view: CallView): AppError | undefined {
  const { error, isKept, partCount, silentMs, state } = view;
  if (state === 'crashed') return describeCrash(view);
  if (state === 'running') {
    if (silentMs > silentMsMax) return describeSilence(view);
    return isKept ? undefined : refuse(view, 'running', 'still runs, and its answer is too large');
  }
  if (state === 'free')
    return isKept || error !== undefined ? undefined : new AppError('upstream_unavailable');
  if (error !== undefined) return refuse(view, 'cancelled', 'ended because its client was gone');
  if (!isKept)
    return refuse(view, 'finished', 'was answered, and the answer was too large to keep');
  return partCount > 0
    ? undefined
    : refuse(view, 'finished', 'was answered more than an hour ago, and the answer is gone');
}

function describeCrash(view: CallView): AppError {
  return refuse(view, 'interrupted', 'was interrupted by a failure of the gateway');
}

/** It may come back, or its successor finds out what has happened. */
function describeSilence({ ulid }: FirstCall): AppError {
  const id = formatGenerationId(ulid);
  return new AppError('conflict', {
    message:
      `The first call with this Idempotency-Key (${id}) was interrupted by a failure of the ` +
      'gateway, and it is not known yet whether it was charged. Send the request again later',
    metadata: { generation_id: id, first_call: 'unknown', cost: null },
    headers: { 'x-generation-id': id },
    retryAfterSeconds,
  });
}

function refuse(
  { costNanos, ulid }: FirstCall,
  state: 'cancelled' | 'finished' | 'interrupted' | 'running',
  what: string,
): AppError {
  const id = formatGenerationId(ulid);
  return new AppError('conflict', {
    message:
      `The first call with this Idempotency-Key (${id}) ${what}. ` +
      `${state === 'running' ? '' : `${describeCost(costNanos)}. `}` +
      `Its receipt is at GET /v1/generation?id=${id}; to make the call again, use another key`,
    metadata: {
      generation_id: id,
      first_call: state,
      cost: state === 'running' ? null : nanosToUsdNumber(costNanos ?? 0n),
    },
    headers: { 'x-generation-id': id },
  });
}

function describeCost(costNanos: bigint | undefined): string {
  return costNanos === undefined || costNanos === 0n
    ? 'It was not charged'
    : `It was charged ${formatUsd(costNanos)} USD`;
}
