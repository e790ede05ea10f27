import {
  hasResults,
  parseRequest,
  renderResponse,
  type ModerationsRequest,
} from '@tollgate/dialects/openai-moderations';
import { AppError } from '@tollgate/errors';
import { editJson, gatewayFields, makeBearerHeaders, removeFields } from '@tollgate/model-kit';
import type { AnswerFace, UsageReading } from '@tollgate/model-spec';
import type { ChargeLine } from '@tollgate/money';
import { makeTokenLines, type PriceList } from '@tollgate/pricing';
import type { CatalogModel } from '../catalog/catalog';
import { adoptModel } from '../domain/adopt-model';
import type { Candidate } from '../domain/candidate';
import type { Endpoint, InferenceRequest, PlainReading, PreparedRequest } from '../domain/endpoint';
import { checkModalities } from '../domain/list-modalities';
import { parseAnswer } from '../domain/parse-answer';
import { readUnsupported } from '../domain/read-unsupported';
import { makeInputRequest } from './make-input-request';
import { checkMedia } from './text/check-media';

/**
 * Judgements of texts and images, over providers with OpenAI's protocol. The gateway's own review
 * of calls (`call/review/moderation`) is another thing, which uses no models of the catalog.
 */
export const moderationsEndpoint: Endpoint = {
  parse: (raw) => {
    const { body, bodyText } = adoptModel(raw);
    const request = parseRequest(bodyText, body);
    checkMedia(request);
    return makeRequest(request);
  },
};

function makeRequest(request: ModerationsRequest): InferenceRequest {
  return makeInputRequest(request, {
    apiType: 'moderations',
    checkModel: (model) => checkModel(model, request),
    prepare: (candidate, face) => prepare(request, candidate, face),
  });
}

/** Raises: model_endpoint_mismatch, input_images_not_supported. */
function checkModel(model: CatalogModel, { body }: ModerationsRequest): void {
  if (model.kind !== 'moderation') {
    const message = `${model.id} does not judge content`;
    throw AppError.forParam('model_endpoint_mismatch', 'model', message);
  }
  checkModalities(model, body);
}

function prepare(
  request: ModerationsRequest,
  { adapter, target }: Candidate,
  face: AnswerFace,
): PreparedRequest {
  if (adapter.protocol !== 'openai') {
    throw AppError.forParam('unsupported_param', 'model', 'This provider does not judge content');
  }
  const edits = new Map<string, string | undefined>([
    ['model', JSON.stringify(target.upstreamModel)],
  ]);
  removeFields(edits, request.body, [...gatewayFields, 'stream']);
  return {
    request: {
      url: `${target.baseUrl}/moderations`,
      headers: makeBearerHeaders(target),
      body: editJson(request.bodyText, edits),
    },
    headers: {},
    readFailure: (status, text, headers) =>
      readUnsupported(status, text, adapter.mapError(status, text, headers)),
    readPlain: (text) => readPlain(text, adapter, face),
    openStream: () => {
      throw new AppError('internal', { message: 'judgements are never streamed' });
    },
  };
}

function readPlain(
  text: string,
  adapter: Pick<Candidate['adapter'], 'mapUsage'>,
  face: AnswerFace,
): PlainReading {
  const body = parseAnswer(text);
  const hasContent = hasResults(body);
  const usage = adapter.mapUsage(body['usage']);
  return {
    hasContent,
    finishReason: hasContent ? 'stop' : undefined,
    nativeFinishReason: undefined,
    usage,
    upstreamUsage: body['usage'],
    makeLines: (prices) => makeLines(prices, usage),
    render: (settled) => renderResponse(text, face, settled),
  };
}

/** A provider that reports no tokens is charged by the request, which usually costs nothing. */
function makeLines(prices: PriceList, reading: UsageReading): readonly ChargeLine[] {
  const { requestPicos, tiers } = prices;
  const lines =
    reading.kind === 'usage' && tiers !== undefined
      ? makeTokenLines(prices, { usage: reading.usage, isThinking: false, usesWeb: false })
      : [];
  if (lines.length > 0) return lines;
  return [{ bucket: 'request', units: 1n, pricePicos: requestPicos }];
}
