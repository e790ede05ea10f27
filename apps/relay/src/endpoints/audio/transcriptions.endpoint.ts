import {
  parseTranscription,
  readTranscript,
  renderTranscript,
  renderTranscriptEvents,
  needsSegments,
  transcriptTypes,
  type Transcript,
  type TranscriptionRequest,
} from '@tollgate/dialects/openai-audio';
import {
  formatEvent,
  gatewayFields,
  keepAliveComment,
  makeBearerHeaders,
} from '@tollgate/model-kit';
import { AppError, renderOpenAiError } from '@tollgate/errors';
import type { SettledUsage } from '@tollgate/model-spec';
import { formatUsd } from '@tollgate/money';
import { writeMultipart, type MultipartPart } from '@tollgate/multipart';
import { estimateTranscription } from '@tollgate/pricing';
import type { Candidate } from '../../domain/candidate';
import { adoptModel } from '../../domain/adopt-model';
import type {
  Endpoint,
  InferenceRequest,
  PlainReading,
  PreparedRequest,
  UploadedFile,
} from '../../domain/endpoint';
import { parseAnswer } from '../../domain/parse-answer';
import { checkTranscriptionModel, tellsTimes } from './check-audio-model';
import { chargeTranscription } from './charge-transcription';

/** Speech to text, over providers with OpenAI's protocol. */
export const transcriptionsEndpoint: Endpoint = {
  parse: (raw) => {
    const { body, bodyText } = adoptModel(raw);
    const request = parseTranscription(bodyText, body);
    const [file] = raw.files ?? [];
    if (file === undefined) {
      throw AppError.forParam('missing_required_field', 'file', 'file is required');
    }
    return makeRequest(request, file);
  },
};

function makeRequest(request: TranscriptionRequest, file: UploadedFile): InferenceRequest {
  const { body, bodyText, format, requestedModel } = request;
  const { bytes, seconds } = file;
  const made: InferenceRequest = {
    apiType: 'transcriptions',
    bodyText,
    body,
    requestedModel,
    isStreaming: request.isStreaming,
    takesLong: true,
    outputTokensMax: 0,
    choices: 1,
    keepAliveFrame: keepAliveComment,
    headers: {},
    estimatePromptTokens: () => 0,
    measureUnits: () => ({
      reserve: (prices) => estimateTranscription(prices, { seconds, bytes }),
    }),
    fitTo: (model) => {
      checkTranscriptionModel(model, format);
      return made;
    },
    prepare: (candidate) => prepare(request, file, candidate),
    renderFailure: (error) =>
      formatEvent('error', JSON.stringify({ type: 'error', ...renderOpenAiError(error) })),
  };
  return made;
}

function prepare(
  request: TranscriptionRequest,
  file: UploadedFile,
  { adapter, target }: Candidate,
): PreparedRequest {
  if (adapter.protocol !== 'openai') {
    throw AppError.forParam('unsupported_param', 'model', 'This provider transcribes nothing');
  }
  const isVerbose = tellsTimes(target.supportedParameters);
  const form = writeMultipart(listParts(request, file, target.upstreamModel, isVerbose));
  return {
    request: {
      url: `${target.baseUrl}/audio/transcriptions`,
      headers: { ...makeBearerHeaders(target), 'content-type': form.contentType },
      body: '',
      upload: { bytes: form.contentLength, open: form.open },
    },
    headers: {},
    readFailure: (...answer) => adapter.mapError(...answer),
    readPlain: (text) => readPlain(text, request),
    // Requested whole even for a stream: not every provider can stream it.
    ...(request.isStreaming && { readWhole: async (text) => readPlain(text, request) }),
    openStream: () => {
      throw new AppError('internal', { message: 'transcripts are never streamed' });
    },
  };
}

/** Set by the gateway, or not sent to providers. */
const ownFields: readonly string[] = [
  ...gatewayFields,
  'model',
  'file',
  'input_audio',
  'stream',
  'response_format',
  'timestamp_granularities',
  'timestamp_granularities[]',
];

function listParts(
  { body, hasWords }: TranscriptionRequest,
  file: UploadedFile,
  upstreamModel: string,
  isVerbose: boolean,
): MultipartPart[] {
  const kept = Object.entries(body).flatMap(([name, value]) =>
    ownFields.includes(name) ? [] : listValues(value).map((text) => ({ name, value: text })),
  );
  const granularities = isVerbose && hasWords ? ['word', 'segment'] : [];
  return [
    { name: 'model', value: upstreamModel },
    { name: 'response_format', value: isVerbose ? 'verbose_json' : 'json' },
    ...granularities.map((value) => ({ name: 'timestamp_granularities[]', value })),
    ...kept,
    { name: 'file', file },
  ];
}

/** Forms have no structure: other values are sent as JSON. */
function listValues(value: unknown): string[] {
  if (value == null) return [];
  if (Array.isArray(value)) return value.flatMap(listValues);
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}

/** Raises: unsupported_response_format, upstream_unavailable. */
function readPlain(text: string, request: TranscriptionRequest): PlainReading {
  const body = parseAnswer(text);
  const transcript = readTranscript(body);
  if (transcript !== undefined) checkSegments(transcript, request);
  const known = transcript?.use;
  const seconds = known?.seconds ?? 0;
  return {
    hasContent: transcript !== undefined,
    finishReason: transcript === undefined ? undefined : 'stop',
    nativeFinishReason: undefined,
    usage: known?.tokens ?? { kind: 'missing' },
    upstreamUsage: body['usage'],
    makeLines: (prices) => chargeTranscription(prices, known ?? {}),
    render: (settled) =>
      transcript === undefined ? '' : render(transcript, request, { seconds, settled }),
    renderHeaders: ({ costNanos }) => ({
      'content-type': transcriptTypes[request.format],
      ...(request.format.endsWith('json') ? {} : { 'x-tollgate-cost': formatUsd(costNanos) }),
    }),
  };
}

function render(
  transcript: Transcript,
  request: TranscriptionRequest,
  usage: { readonly seconds: number; readonly settled: SettledUsage },
): string {
  return request.isStreaming
    ? renderTranscriptEvents(transcript, usage)
    : renderTranscript(transcript, request, usage);
}

function checkSegments({ segments }: Transcript, { format }: TranscriptionRequest): void {
  if (!needsSegments(format) || segments !== undefined) return;
  throw new AppError('unsupported_response_format', {
    message: `The provider told no times, and ${format} needs them`,
    param: 'response_format',
  });
}
