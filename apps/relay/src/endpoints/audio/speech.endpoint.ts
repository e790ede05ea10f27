import { parseSpeech, speechTypes, type SpeechRequest } from '@tollgate/dialects/openai-audio';
import { AppError } from '@tollgate/errors';
import { estimateSpeech, makeSpeechLines } from '@tollgate/pricing';
import { editJson, gatewayFields, makeBearerHeaders, removeFields } from '@tollgate/model-kit';
import type { Candidate } from '../../domain/candidate';
import { adoptModel } from '../../domain/adopt-model';
import type { Endpoint, InferenceRequest, PreparedRequest } from '../../domain/endpoint';
import { checkSpeechModel } from './check-audio-model';

/** Text to speech, over providers with OpenAI's protocol. */
export const speechEndpoint: Endpoint = {
  parse: (raw) => {
    const { body, bodyText } = adoptModel(raw);
    return makeRequest(parseSpeech(bodyText, body));
  },
};

function makeRequest(request: SpeechRequest): InferenceRequest {
  const { body, bodyText, input, requestedModel } = request;
  const made: InferenceRequest = {
    apiType: 'speech',
    bodyText,
    body,
    requestedModel,
    isStreaming: false,
    isPiped: true,
    outputTokensMax: 0,
    choices: 1,
    keepAliveFrame: '',
    headers: {},
    // Priced by characters: there are no tokens to count.
    estimatePromptTokens: () => 0,
    measureUnits: () => ({ reserve: (prices) => estimateSpeech(prices, input) }),
    fitTo: (model) => {
      checkSpeechModel(model, request);
      return made;
    },
    prepare: (candidate) => prepare(request, candidate),
    renderFailure: () => '',
  };
  return made;
}

function prepare(request: SpeechRequest, { adapter, model, target }: Candidate): PreparedRequest {
  if (adapter.protocol !== 'openai') {
    throw AppError.forParam('unsupported_param', 'model', 'This provider speaks nothing');
  }
  const edits = new Map<string, string | undefined>([
    ['model', JSON.stringify(target.upstreamModel)],
  ]);
  removeFields(edits, request.body, [...gatewayFields, 'stream', 'stream_format']);
  // Null means the default; providers would read it as a value.
  const left = Object.entries(request.body).filter(([, value]) => value === null);
  removeFields(
    edits,
    request.body,
    left.map(([name]) => name),
  );
  const { defaultVoice } = model.document;
  if (request.voice === undefined) edits.set('voice', JSON.stringify(defaultVoice));
  return {
    request: {
      url: `${target.baseUrl}/audio/speech`,
      headers: { ...makeBearerHeaders(target), accept: '*/*' },
      body: editJson(request.bodyText, edits),
    },
    headers: {},
    readFailure: (...answer) => adapter.mapError(...answer),
    readPlain: refuseWhole,
    openStream: refuseWhole,
    passBytes: {
      readType: (headers) => readType(headers['content-type'], request),
      makeLines: (prices) => makeSpeechLines(prices, request.input),
    },
  };
}

const audioPattern = /^audio\/[\w.+-]{1,60}(?:; ?[\w-]{1,20}=[\w."-]{1,40}){0,3}$/i;

/** Only audio is served from our address, whatever a provider sends. */
function readType(type: unknown, { format }: SpeechRequest): string | undefined {
  if (typeof type !== 'string') return undefined;
  if (audioPattern.test(type)) return type;
  return type === 'application/octet-stream' ? speechTypes[format] : undefined;
}

function refuseWhole(): never {
  throw new AppError('internal', { message: 'speech is neither text nor events' });
}
