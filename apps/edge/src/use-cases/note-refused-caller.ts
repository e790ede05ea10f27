import { AppError } from '@tollgate/errors';
import { formatTime } from '@tollgate/http';
import type { EndedKey } from '@tollgate/identity';
import type { RefusalLog } from '@tollgate/refusals';
import type { OnCallerRefused, OnKeyEnded } from './authorize-request';

/** Puts known callers that may not pass into the refusal log. */
export function createNoteRefusedCaller(
  refusals: Pick<RefusalLog, 'note' | 'record'>,
): OnCallerRefused {
  return (why, { caller }, { clientIp, requestId, route }) => {
    const httpRoute = `${route.method} ${route.path}`;
    const request = { requestId, caller: caller.identity, httpRoute };
    if (why === 'account_suspended') return refusals.note(new AppError(why), request);
    // The client gets the same 401 as for an unknown key.
    refusals.record(
      {
        code: why,
        status: 401,
        scope: 'key',
        message: `This key may not be used from ${clientIp}.`,
        figures: undefined,
        resetsAtMs: undefined,
        ruleId: '',
        categories: [],
      },
      request,
    );
  };
}

const endings: Readonly<Record<EndedKey['reason'], string>> = {
  deleted: 'This key was deleted',
  disabled: 'This key was disabled',
  expired: 'This key expired',
  rotated: 'This secret was replaced by a rotation of the key, and its grace ended',
};

/** Puts calls of keys that have ended into the refusal log. */
export function createNoteEndedKey(refusals: Pick<RefusalLog, 'record'>): OnKeyEnded {
  return ({ endedAtMs, identity, reason }, { requestId, route }) => {
    const at = endedAtMs === null ? '' : ` at ${formatTime(new Date(endedAtMs))}`;
    refusals.record(
      {
        code: `key_${reason}`,
        status: 401,
        scope: 'key',
        message: `${endings[reason]}${at}.`,
        figures: undefined,
        resetsAtMs: undefined,
        ruleId: '',
        categories: [],
      },
      { requestId, caller: identity, httpRoute: `${route.method} ${route.path}` },
    );
  };
}
