import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { readJsonBody, validate } from '@tollgate/http';
import { getOrgRequest } from '../shared/requester.http';
import { type EduConfig, describeEduConfig } from './edu-config';
import { eduConfigBody } from './edu-config.operations';
import type { GetEduConfig } from './get-edu-config';
import type { UpdateEduConfig } from './update-edu-config';

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
