import { asFields, editJson } from '@tollgate/model-kit';
import type { Dialect, RequestExtras, TextRequest, DialectName } from '@tollgate/model-spec';
import type { CatalogModel } from '../../catalog/catalog';
import { checkMedia } from './check-media';
import { checkChatModel } from './check-model';
import { checkStored } from './check-stored';
import { checkModalities } from '../../domain/list-modalities';
import { betaHeader, listPricedBetas } from '../../domain/plain-betas';
import { adoptModel } from '../../domain/adopt-model';
import type { Endpoint, InferenceRequest, RawRequest } from '../../domain/endpoint';
import { fitMessages } from './fit-messages';
import { passesBytes, prepareText } from './prepare-text';
import { readSearchText } from './search-results';

type ClientHeaders = RawRequest['clientHeaders'];

/** Text in one of the three dialects, over any protocol. */
export function createTextEndpoint(
  dialect: Dialect,
  /** Translates bodies of other dialects that clients send to this HTTP route. */
  coerce: (raw: RawRequest) => RawRequest = (raw) => raw,
): Endpoint {
  return {
    parse: (raw) => {
      const { body, bodyText, clientHeaders } = coerce(adoptModel(raw));
      const request = dialect.parseRequest(bodyText, body);
      checkMedia(request);
      checkStored(request);
      return makeRequest({ dialect, request, clientHeaders, headers: {} });
    },
  };
}

interface TextCall {
  readonly dialect: Dialect;
  readonly request: TextRequest;
  readonly clientHeaders: ClientHeaders;
  readonly headers: Readonly<Record<string, string>>;
  /** An output limit of the gateway, where the caller set none. */
  readonly addedLimit?: number;
}

function makeRequest(call: TextCall): InferenceRequest {
  const { dialect, headers, request } = call;
  return {
    ...request,
    apiType: dialect.name,
    keepAliveFrame: dialect.keepAliveFrame,
    headers,
    extras: addBetas(request, call.clientHeaders),
    estimatePromptTokens: () => request.estimatePromptTokens(),
    fitTo: (model) => {
      checkChatModel(model, request);
      checkModalities(model, request.body);
      const limited = limitOutput(dialect, request, model);
      const { hasBeenCut, request: fitted } = fitMessages(dialect, limited, model);
      const marks = {
        ...headers,
        ...(limited !== request && { 'x-tollgate-clamped': 'max_tokens' }),
        ...(hasBeenCut && { 'x-tollgate-transforms': 'middle-out' }),
      };
      return makeRequest({ ...call, request: fitted, headers: marks });
    },
    limitOutput: (tokens) => makeRequest({ ...call, addedLimit: tokens }),
    countCalls: (candidate) => (passesBytes(candidate, dialect) ? 1 : request.choices),
    prepare: (candidate, face, found) => prepareText({ ...call, face, candidate, found }),
    readSearchText: () => readSearchText(request.toNeutral()),
    renderFailure: (error, face) => dialect.renderFailure(error, face),
  };
}

function addBetas({ dialect, extras }: TextRequest, headers: ClientHeaders): RequestExtras {
  const betas = dialect === 'messages' ? listPricedBetas(headers[betaHeader]) : [];
  return betas.length === 0 ? extras : { ...extras, tools: [...extras.tools, ...betas] };
}

const limitFields: Readonly<Record<DialectName, readonly string[]>> = {
  chat: ['max_tokens', 'max_completion_tokens'],
  responses: ['max_output_tokens'],
  messages: ['max_tokens'],
};

/**
 * Lowers an output limit to the maximum of the model: clients ask every model for the output of the
 * largest one. Returns the same request when there is nothing to lower.
 */
function limitOutput(
  dialect: Dialect,
  request: TextRequest,
  { maxCompletionTokens: limit }: Pick<CatalogModel, 'maxCompletionTokens'>,
): TextRequest {
  const { body, bodyText } = request;
  if (limit === undefined || (request.outputTokensMax ?? 0) <= limit) return request;
  const changes: Record<string, unknown> = {};
  for (const name of limitFields[dialect.name]) {
    if (typeof body[name] === 'number' && body[name] > limit) changes[name] = limit;
  }
  const thinking = asFields(body['thinking']);
  const budget = thinking['budget_tokens'];
  // A budget must stay below the limit, or the lowered limit would make the request invalid.
  if (typeof budget === 'number' && budget >= limit && limit > 1)
    changes['thinking'] = { ...thinking, budget_tokens: limit - 1 };
  const edits = new Map(
    Object.entries(changes).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  return dialect.parseRequest(editJson(bodyText, edits), { ...body, ...changes });
}
