import type { z } from 'zod';
import { type Handlers, readJsonBody, validate } from '@tollgate/http';
import { getOrgRequest } from '../shared/requester.http';
import { describeEduConfig, type EduConfig } from './edu-config';
import { eduConfigBody, type eduConfigOperations } from './edu-config.operations';
import type { GetEduConfig, UpdateEduConfig } from './manage-edu-config';

export function createEduConfigHandlers(
  getEduConfig: GetEduConfig,
  updateEduConfig: UpdateEduConfig,
): Handlers<typeof eduConfigOperations> {
  return {
    'GET /api/orgs/{orgId}/edu-config': async (request, response) => {
      const config = await getEduConfig(getOrgRequest(request, response));
      response.json({ eduConfig: describeEduConfig(config) });
    },

    'PATCH /api/orgs/{orgId}/edu-config': async (request, response) => {
      const target = getOrgRequest(request, response);
      const body = await readJsonBody(request);
      const config = await updateEduConfig(target, readChange(validate(eduConfigBody, body)));
      response.json({ eduConfig: describeEduConfig(config) });
    },
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
