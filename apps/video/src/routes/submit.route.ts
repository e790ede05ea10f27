import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId, readAttribution, watchClient } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getIdentity, identityHeader, type CallerKind } from '@tollgate/identity';
import { formatGenerationId } from '@tollgate/ids';
import type { JobAlias } from '../domain/job';
import { renderSubmittedJob } from '../domain/render-job';
import type { SubmitJob } from '../use-cases/submit-job';
import { readSubmitBody } from './read-submit-body';

const submittingKinds: ReadonlySet<CallerKind> = new Set(['standard_key', 'playground_token']);

export function submitRoute(
  submit: SubmitJob,
  store: IdempotencyStore,
  alias: JobAlias,
): RequestHandler {
  return async (request, response) => {
    const caller = getIdentity(response);
    if (!submittingKinds.has(caller.kind)) throw new AppError('forbidden');
    const clientGone = watchClient(response);
    await answerOnce({
      store,
      request,
      response,
      account: caller.walletId,
      readBody: readSubmitBody,
      run: async (body, requestUlid) => {
        const { keyId, org, walletId } = caller;
        const owner = { walletId, keyId, memberId: org?.memberId ?? '' };
        const call = { ...describeCall(request, response), body, requestUlid, ...owner };
        const job = await submit({ ...call, alias, clientGone });
        response.setHeader('x-generation-id', formatGenerationId(job.ulid));
        return { status: 202, body: renderSubmittedJob(job, alias) };
      },
    });
  };
}

/** What the relay is to know of the call. */
function describeCall(request: Request, response: Response) {
  const identity = request.headers[identityHeader];
  return {
    identity: typeof identity === 'string' ? identity : '',
    requestId: getRequestId(response),
    ...readAttribution(request.headers),
  };
}
