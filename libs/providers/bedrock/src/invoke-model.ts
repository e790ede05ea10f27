import type { UpstreamRequest, UpstreamTarget } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import { signRequest } from './sign-request';

/** A call of InvokeModel, whose body is in the format of the model's maker. */
export function invokeModel(target: UpstreamTarget, fields: Fields): UpstreamRequest {
  const request = {
    url: `${target.baseUrl}/model/${encodeURIComponent(target.upstreamModel)}/invoke`,
    body: JSON.stringify(fields),
  };
  const proof = signRequest(target, request);
  // The type of the answer is passed on to the model, and some accept only this one.
  const headers = { ...proof.headers, accept: 'application/json' };
  return { ...request, ...proof, headers };
}
