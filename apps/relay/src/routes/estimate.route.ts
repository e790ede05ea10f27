import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { readJsonText, validate } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { EstimateCall } from '../pipeline/estimate-call';
import { estimateBodySchema } from './inference.operations';

const bodyBytesMax = 10 * 1024 * 1024;

/** POST /v1/estimate: any inference body, and which endpoint it is meant for. */
export function createEstimateRoute(estimateCall: EstimateCall): RequestHandler {
  return async (request, response) => {
    const caller = getIdentity(response);
    if (caller.kind !== 'standard_key') throw new AppError('forbidden');
    const { body } = await readJsonText(request, { bytesMax: bodyBytesMax });
    const { endpoint, ...rest } = validate(estimateBodySchema, body);
    const { model: requestedModel } = rest;
    response.setHeader('cache-control', 'private, no-store');
    response.json(await estimateCall({ endpoint, requestedModel, body: rest, caller }));
  };
}
