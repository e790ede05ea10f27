import { AppError } from '@tollgate/errors';
import type { Dialect, RequestExtras, TextRequest } from '@tollgate/model-spec';
import type { CatalogModel } from '../domain/catalog';
import { checkMedia } from '../domain/check-media';
import { checkChatModel } from '../domain/check-model';
import { checkStored } from '../domain/check-stored';
import { checkModalities } from '../domain/list-modalities';
import { betaHeader, listPricedBetas } from '../domain/plain-betas';
import { adoptModel } from './adopt-model';
import type { Endpoint, InferenceRequest, RawRequest } from './endpoint';
import { fitMessages } from './fit-messages';
import { prepareText } from './prepare-text';

type ClientHeaders = RawRequest['clientHeaders'];

/** Text in one of the three dialects, over whatever protocol the chosen provider speaks. */
export function createTextEndpoint(
  dialect: Dialect,
  /** What other clients send to this route, brought into its own shape. */
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
  /** An output limit of the gateway, where the caller named none. */
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
      const marks = hasBeenCut ? { ...headers, 'x-tollgate-transforms': 'middle-out' } : headers;
      return makeRequest({ ...call, request: fitted, headers: marks });
    },
    limitOutput: (tokens) => makeRequest({ ...call, addedLimit: tokens }),
    prepare: (candidate, face) => prepareText({ ...call, face, candidate }),
    renderFailure: (error, face) => dialect.renderFailure(error, face),
  };
}

function addBetas({ dialect, extras }: TextRequest, headers: ClientHeaders): RequestExtras {
  const betas = dialect === 'messages' ? listPricedBetas(headers[betaHeader]) : [];
  return betas.length === 0 ? extras : { ...extras, tools: [...extras.tools, ...betas] };
}

/** Clamped on Messages, whose clients ask every model for the same; refused elsewhere. */
function limitOutput(dialect: Dialect, request: TextRequest, model: CatalogModel): TextRequest {
  const { outputTokensMax } = request;
  const limit = model.maxCompletionTokens;
  if (outputTokensMax === undefined || limit === undefined || outputTokensMax <= limit)
    return request;
  if (dialect.name === 'messages') {
    return {
      ...request,
      outputTokensMax: limit,
      estimatePromptTokens: () => request.estimatePromptTokens(),
      toNeutral: () => ({ ...request.toNeutral(), outputTokensMax: limit }),
    };
  }
  const param = dialect.name === 'responses' ? 'max_output_tokens' : 'max_tokens';
  throw new AppError('max_tokens_invalid', {
    message: `${param} ${outputTokensMax} is above the limit of ${model.id}: ${limit}`,
    param,
  });
}
