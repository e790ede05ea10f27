import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { readJsonText } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { estimateEndpoints } from '../endpoints/measure-endpoint';
import type { EstimateCall } from '../pipeline/estimate-call';

const bodyBytesMax = 10 * 1024 * 1024;

/** POST /v1/estimate: any inference body, and which endpoint it is meant for. */
export function createEstimateRoute(
  estimateCall: EstimateCall,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const caller = getIdentity(response);
    if (caller.kind !== 'standard_key') throw new AppError('forbidden');
    const { body } = await readJsonText(request, { bytesMax: bodyBytesMax });
    const { endpoint: wanted = 'chat', ...rest } = body;
    const endpoint = estimateEndpoints.find((name) => name === wanted);
    if (endpoint === undefined) {
      throw new AppError('unsupported_param', {
        message: `endpoint must be one of ${estimateEndpoints.join(', ')}`,
        param: 'endpoint',
      });
    }
    const { model: requestedModel } = rest;
    if (typeof requestedModel !== 'string') {
      throw new AppError('missing_required_field', {
        message: 'model is required',
        param: 'model',
      });
    }
    response.setHeader('cache-control', 'private, no-store');
    response.json(await estimateCall({ endpoint, requestedModel, body: rest, caller }));
  };
}
