import { AppError } from '@tollgate/errors';
import type { RefusalLog } from '@tollgate/refusals';
import type { OnCallerRefused } from './authorize-request';

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
