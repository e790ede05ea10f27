import { findTokenFault } from '../../find-token-fault';
import { readBearer, type Protocol } from '../../protocol';
import { fault, parseBody } from '../../sim-request';
import { anthropic } from '../anthropic';
import { renderUnauthenticated } from '../vertex';

const path = /\/publishers\/anthropic\/models\/([^/:]+):(rawPredict|streamRawPredict)$/;

/** Messages over rawPredict: the model is in the path, the version in the body. */
export const vertexAnthropic: Protocol = {
  ...anthropic,
  readKey: (headers) => String(headers['x-goog-api-key'] ?? '').trim() || readBearer(headers),
  findAuthFault: (call) => findTokenFault(call, renderUnauthenticated),
  readRequest: (text, target, headers) => {
    const [, model = '', method] = path.exec(target) ?? [];
    const body = parseBody(text);
    if (body === undefined) return fault('The request body is not valid JSON', null);
    if (body['anthropic_version'] !== 'vertex-2023-10-16') {
      return fault('anthropic_version: Field required', 'anthropic_version');
    }
    if (body['model'] !== undefined) return fault('model: Extra inputs are not permitted', 'model');
    if ((body['stream'] === true) !== (method === 'streamRawPredict')) {
      return fault('stream: does not fit the method', 'stream');
    }
    const whole = JSON.stringify({ ...body, model: decodeURIComponent(model) });
    return anthropic.readRequest(whole, target, headers);
  },
};
