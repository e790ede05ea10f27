import { AppError } from '@tollgate/errors';
import { readFailure, type FailureWords } from '@tollgate/model-kit';
import type { AnswerFace } from '@tollgate/model-spec';
import { estimateRanking, makeRankingLines } from '@tollgate/pricing';
import {
  cohereRerank,
  jinaRerank,
  parseRequest,
  renderResponse,
  voyageRerank,
  type RerankProtocol,
  type RerankProtocolName,
  type RerankRequest,
} from '@tollgate/rerank-protocols';
import { isRerankProtocol, type CatalogModel } from '../catalog/catalog';
import { adoptModel } from '../domain/adopt-model';
import type { Candidate } from '../domain/candidate';
import type { Endpoint, InferenceRequest, PlainReading, PreparedRequest } from '../domain/endpoint';
import { parseAnswer } from '../domain/parse-answer';
import { readUnsupported } from '../domain/read-unsupported';
import { makeInputRequest } from './make-input-request';

const protocols: Readonly<Record<RerankProtocolName, RerankProtocol>> = {
  'cohere-rerank': cohereRerank,
  'jina-rerank': jinaRerank,
  'voyage-rerank': voyageRerank,
};

const words: FailureWords = {
  context: /maximum context length|too many tokens|token limit|max(?:imum)? (?:allowed )?tokens/i,
  policy: /content_policy_violation|content_filter/i,
};

/** Rankings of documents, over providers with the protocol of Cohere, Jina or Voyage. */
export const rerankEndpoint: Endpoint = {
  parse: (raw) => {
    const { body, bodyText } = adoptModel(raw);
    return makeRequest(parseRequest(bodyText, body));
  },
};

function makeRequest(request: RerankRequest): InferenceRequest {
  const { promptTokens, searchUnits } = request;
  return makeInputRequest(request, {
    apiType: 'rerank',
    measureUnits: () => ({
      reserve: (prices) => estimateRanking(prices, { searchUnits, promptTokens }),
    }),
    checkModel,
    prepare: (candidate, face) => prepare(request, candidate, face),
  });
}

/** Raises: model_endpoint_mismatch. */
function checkModel({ id, kind }: CatalogModel): void {
  if (kind === 'rerank') return;
  throw AppError.forParam('model_endpoint_mismatch', 'model', `${id} does not rank documents`);
}

function prepare(request: RerankRequest, candidate: Candidate, face: AnswerFace): PreparedRequest {
  const protocol = findProtocol(candidate);
  const dropped = protocol.droppedFields.filter((name) => request.body[name] != null);
  return {
    request: protocol.buildRequest(request, candidate.target),
    headers: dropped.length === 0 ? {} : { 'x-tollgate-dropped': dropped.join(', ') },
    readFailure: (status, text, headers) =>
      readUnsupported(status, text, readFailure(status, text, headers, words)),
    readPlain: (text) => readPlain(text, request, { protocol, face }),
    openStream: () => {
      throw new AppError('internal', { message: 'rankings are never streamed' });
    },
  };
}

/** Servers with the protocol of OpenAI rank documents as Jina does. Raises: unsupported_param. */
function findProtocol({ route }: Candidate): RerankProtocol {
  if (route.protocol === 'openai') return jinaRerank;
  if (isRerankProtocol(route.protocol)) return protocols[route.protocol];
  throw AppError.forParam('unsupported_param', 'model', 'This provider does not rank documents');
}

function readPlain(
  text: string,
  request: RerankRequest,
  { face, protocol }: { readonly face: AnswerFace; readonly protocol: RerankProtocol },
): PlainReading {
  const reading = protocol.readResponse(parseAnswer(text), request.documents.length);
  const usage = reading?.usage ?? { kind: 'missing' };
  const used = {
    searchUnits: reading?.searchUnits,
    usage: usage.kind === 'usage' ? usage.usage : undefined,
  };
  return {
    hasContent: reading !== undefined,
    finishReason: reading === undefined ? undefined : 'stop',
    nativeFinishReason: undefined,
    usage,
    upstreamUsage: undefined,
    makeLines: (prices) => makeRankingLines(prices, used),
    render: (settled) =>
      reading === undefined ? '' : renderResponse(reading, request, face, settled),
  };
}
