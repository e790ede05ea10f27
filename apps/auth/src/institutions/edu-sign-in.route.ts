import { formatTime, getRequestId, readJsonBody, validate } from '@tollgate/http';
import type { Request, RequestHandler, Response } from 'express';
import { getIdentity } from '@tollgate/identity';
import type { z } from 'zod';
import type { verifiedSchema } from './institution-answers';
import { requestCodeBody, verifyCodeBody } from './institutions.operations';
import type { RequestCode } from './request-code';
import type { Verified, VerifyCode, VerifyRefusal } from './verify-code';

const tooManyStatus = 429;
const refusalStatuses: Readonly<Record<VerifyRefusal, number>> = {
  invalid: 400,
  too_many_attempts: tooManyStatus,
};

/** POST /api/edu/request-code */
export function requestCodeRoute(requestCode: RequestCode): RequestHandler {
  return async (request, response) => {
    const body = await readJsonBody(request);
    const wanted = validate(requestCodeBody, body);
    const refusal = await requestCode({ ...wanted, ...readOrigin(response) });
    if (refusal === undefined) {
      response.json({ ok: true, sent: true });
      return;
    }
    response.setHeader('retry-after', refusal.retryAfterSeconds);
    response.status(tooManyStatus).json({ error: refusal.error });
  };
}

/** POST /api/edu/verify */
export function verifyCodeRoute(verifyCode: VerifyCode): RequestHandler {
  return async (request, response) => {
    const guess = await readGuess(request);
    const result =
      guess === undefined
        ? ({ error: 'invalid' } as const)
        : await verifyCode({ ...guess, ...readOrigin(response) });
    if ('error' in result) {
      response.status(refusalStatuses[result.error]).json({ error: result.error });
    } else {
      response.json(renderVerified(result));
    }
  };
}

/** Undefined: it can be no guess at all. */
async function readGuess(request: Request): Promise<z.output<typeof verifyCodeBody> | undefined> {
  const body = await readJsonBody(request);
  return verifyCodeBody.safeParse(body).data;
}

function readOrigin(response: Response): { readonly clientIp: string; readonly requestId: string } {
  return { clientIp: getIdentity(response).clientIp, requestId: getRequestId(response) };
}

function renderVerified({ orgName, session, token }: Verified): z.input<typeof verifiedSchema> {
  const { expiresAt, orgId } = session;
  return { token, expiresAt: formatTime(expiresAt), organization: { id: orgId, name: orgName } };
}
