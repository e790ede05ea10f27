import {
  readEmbeddings,
  renderResponse,
  type EmbeddingsRequest,
} from '@tollgate/dialects/openai-embeddings';
import { AppError } from '@tollgate/errors';
import { editJson, gatewayFields, makeBearerHeaders, removeFields } from '@tollgate/model-kit';
import type { Candidate } from '../../domain/candidate';
import type { PlainReading, PreparedRequest } from '../../domain/endpoint';
import { parseAnswer } from '../../domain/parse-answer';
import { readUnsupported } from '../../domain/read-unsupported';

/** Requests embeddings over OpenAI's API; the request is passed on as bytes. */
export function prepareOverEmbeddingsApi(
  request: EmbeddingsRequest,
  { adapter, target }: Pick<Candidate, 'adapter' | 'target'>,
  model: string,
): PreparedRequest {
  const edits = new Map<string, string | undefined>([
    ['model', JSON.stringify(target.upstreamModel)],
  ]);
  // Embeddings are never streamed.
  removeFields(edits, request.body, [...gatewayFields, 'stream']);
  if (target.family !== 'openai') removeFields(edits, request.body, ['user']);
  return {
    request: {
      url: `${target.baseUrl}/embeddings`,
      headers: makeBearerHeaders(target),
      body: editJson(request.bodyText, edits),
    },
    headers: {},
    readFailure: (status, text, headers) =>
      readUnsupported(status, text, adapter.mapError(status, text, headers)),
    readPlain: (text) => readPlain(text, request, { adapter, model }),
    openStream: () => {
      throw new AppError('internal', { message: 'embeddings are never streamed' });
    },
  };
}

function readPlain(
  text: string,
  { encoding }: EmbeddingsRequest,
  { adapter, model }: { readonly adapter: Candidate['adapter']; readonly model: string },
): PlainReading {
  const body = parseAnswer(text);
  const vectors = readEmbeddings(body);
  return {
    hasContent: vectors !== undefined,
    finishReason: vectors === undefined ? undefined : 'stop',
    nativeFinishReason: undefined,
    usage: adapter.mapUsage(body['usage']),
    upstreamUsage: body['usage'],
    render: (settled) => renderResponse(text, vectors ?? [], { model, encoding }, settled),
  };
}
