import { asRecords, type Fields } from '../../fields';
import { findTokenFault } from '../../find-token-fault';
import { readBearer, type ErrorAnswer, type Protocol } from '../../protocol';
import { fault, parseBody } from '../../sim-request';
import { gemini } from '../gemini';

/** What the real API answers to a token that it does not accept. */
export function renderUnauthenticated(): ErrorAnswer {
  const message = 'Request had invalid authentication credentials.';
  const body = JSON.stringify({ error: { code: 401, message, status: 'UNAUTHENTICATED' } });
  return { status: 401, headers: {}, body };
}

/** generateContent of Vertex AI, which knows no ids of calls. */
export const vertex: Protocol = {
  ...gemini,
  readKey: (headers) => gemini.readKey(headers) || readBearer(headers),
  findAuthFault: (call) => findTokenFault(call, renderUnauthenticated),
  readRequest: (text, path, headers) => {
    const contents = asRecords(parseBody(text)?.['contents']);
    if (contents.some(hasId)) {
      return fault('Invalid JSON payload received. Unknown name "id": Cannot find field.', null);
    }
    return gemini.readRequest(text, path, headers);
  },
};

function hasId({ parts }: Fields): boolean {
  return asRecords(parts).some(({ functionCall, functionResponse }) =>
    [functionCall, functionResponse].some((value) => (value as Fields | undefined)?.['id'] != null),
  );
}
