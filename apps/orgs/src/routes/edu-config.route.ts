import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { readJsonBody, validate } from '@tollgate/http';
import type { EduConfig } from '../domain/edu-config';
import { describeEduConfig } from '../use-cases/describe-for-audit';
import type { GetEduConfig } from '../use-cases/get-edu-config';
import type { UpdateEduConfig } from '../use-cases/update-edu-config';
import { eduConfigBody } from './edu-config.operations';
import { getOrgRequest } from './requester';

/** GET /api/orgs/{orgId}/edu-config */
export function getEduConfigRoute(getEduConfig: GetEduConfig): RequestHandler {
  return async (request, response) => {
    const config = await getEduConfig(getOrgRequest(request, response));
    response.json({ eduConfig: describeEduConfig(config) });
  };
}

/** PATCH /api/orgs/{orgId}/edu-config */
export function updateEduConfigRoute(updateEduConfig: UpdateEduConfig): RequestHandler {
  return async (request, response) => {
    const target = getOrgRequest(request, response);
    const body = await readJsonBody(request);
    const change = readChange(validate(eduConfigBody, body));
    const config = await updateEduConfig(target, change);
    response.json({ eduConfig: describeEduConfig(config) });
  };
}

function readChange({ eduConfig }: z.output<typeof eduConfigBody>): Partial<EduConfig> {
  const { allowedDomains, maxSessionsPerEmailPerKey, sessionQuota = {} } = eduConfig;
  const { sessionTtlSeconds, verificationTtlSeconds } = eduConfig;
  const { requests, tokens, usd } = sessionQuota;
  return {
    ...(allowedDomains !== undefined && { allowedDomains }),
    ...(sessionTtlSeconds !== undefined && { sessionTtlSeconds }),
    ...(verificationTtlSeconds !== undefined && { verificationTtlSeconds }),
    ...(maxSessionsPerEmailPerKey !== undefined && {
      sessionsPerEmailMax: maxSessionsPerEmailPerKey,
    }),
    ...(requests !== undefined && { quotaRequests: requests }),
    ...(tokens !== undefined && { quotaTokens: tokens }),
    ...(usd !== undefined && { quotaNanos: usd }),
  };
}
