import { AppError } from '@tollgate/errors';
import { makeOutboundRules } from '@tollgate/outbound';
import { SseReader } from '@tollgate/model-kit';
import type {
  NeutralRequest,
  ProviderAdapter,
  Translation,
  UpstreamFailure,
  UpstreamRequest,
  UpstreamTarget,
} from '@tollgate/model-spec';
import { UpstreamClient, type UpstreamAnswer } from '../call/attempt/open-upstream';
import { pumpBody } from '../call/attempt/pump-body';
import { collectAnswer, emptyAnswer, StreamCollector, type ProbeAnswer } from './probe-answer';

/** What one request to the provider brought. */
export interface ProbeResult {
  readonly status: number;
  /** Undefined: the provider answered. */
  readonly failure: UpstreamFailure | undefined;
  readonly answer: ProbeAnswer;
  readonly totalMs: number;
  /** Of a stream. */
  readonly firstContentMs: number | undefined;
}

/** One exchange, as it was sent and received; no headers, because they contain the key. */
export interface Recording {
  readonly url: string;
  readonly requestBody: string;
  readonly status: number;
  readonly responseBody: string;
  /** Of the answer where it is binary; left out: it is text. */
  readonly encoding?: 'base64' | undefined;
}

export interface ProbeOptions {
  readonly adapter: ProviderAdapter;
  readonly target: UpstreamTarget;
  readonly onRecording?: (recording: Recording) => void;
}

export interface AskOptions {
  readonly isStreaming?: boolean;
  /** Other credentials or another model. */
  readonly target?: Partial<UpstreamTarget>;
  /** Ends the call after the first content, as a client that disconnects. */
  readonly cancels?: boolean;
}

const firstByteTimeoutMs = 60_000;
const thinkingTimeoutMs = 180_000;
const idleTimeoutMs = 60_000;
const bodyBytesMax = 16 * 1024 * 1024;
const eventBytesMax = 1024 * 1024;

const nothing: NeutralRequest = {
  messages: [],
  tools: [],
  stop: [],
  reasoning: {},
  sampling: {},
  openAiOnly: {},
  droppedTools: [],
};

/** Sends requests to one provider in the way of the relay: same adapter, same client. */
export class Probe {
  readonly #options: ProbeOptions;
  readonly #client = new UpstreamClient({
    firstByteTimeoutMs,
    thinkingTimeoutMs,
    rules: makeOutboundRules({ allowCidrs: [], allowsHttp: false }),
  });

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  /** Raises UpstreamError, AppError, BodyFaultError. */
  async ask(request: Partial<NeutralRequest>, options: AskOptions = {}): Promise<ProbeResult> {
    const { adapter, target: usual } = this.#options;
    const { isStreaming = false } = options;
    const target = { ...usual, ...options.target };
    const translation = adapter.translate({
      request: { ...nothing, ...request },
      isStreaming,
      target,
    });
    const startedMs = performance.now();
    const answer = await this.#open(translation.request);
    if (answer === undefined) return refuseCredentials(startedMs);
    const exchange = { answer, request: translation.request, startedMs };
    if (answer.status !== 200) return this.#readFailure(exchange);
    return isStreaming
      ? this.#readStream(exchange, translation, options.cancels === true)
      : this.#readPlain(exchange, translation);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Undefined: the credentials were refused where they are exchanged for a token. */
  async #open(request: UpstreamRequest): Promise<UpstreamAnswer | undefined> {
    const { signal } = new AbortController();
    try {
      return await this.#client.open(request, signal, { isGuarded: false, isThinking: true });
    } catch (error) {
      if (AppError.is(error) && error.reason === 'upstream_auth_failed') return undefined;
      throw error;
    }
  }

  async #readFailure(exchange: Exchange): Promise<ProbeResult> {
    const { headers, status } = exchange.answer;
    const text = await readText(exchange.answer);
    this.#record(exchange, text);
    const failure = this.#options.adapter.mapError(status, text, headers);
    return { status, failure, answer: emptyAnswer, ...times(exchange) };
  }

  async #readPlain(exchange: Exchange, translation: Translation): Promise<ProbeResult> {
    const text = await readText(exchange.answer);
    this.#record(exchange, text);
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const answer = collectAnswer(translation.readResponse(body));
    return { status: 200, failure: undefined, answer, ...times(exchange) };
  }

  async #readStream(
    exchange: Exchange,
    translation: Translation,
    cancels: boolean,
  ): Promise<ProbeResult> {
    const { adapter } = this.#options;
    const reader = adapter.createEventReader?.(eventBytesMax) ?? new SseReader(eventBytesMax);
    const parts = translation.createStreamReader();
    const collector = new StreamCollector();
    const chunks: Buffer[] = [];
    let firstContentMs: number | undefined;
    await pumpBody(
      exchange.answer.body,
      (chunk) => {
        chunks.push(chunk);
        for (const event of reader.parse(reader.cut(chunk))) collector.add(parts.push(event));
        if (collector.hasContent) firstContentMs ??= performance.now() - exchange.startedMs;
        if (cancels && collector.hasContent) return 'enough';
        return collector.isOver ? 'enough' : undefined;
      },
      idleTimeoutMs,
    );
    if (cancels) exchange.answer.abort();
    else collector.add(parts.end());
    const encoding = adapter.createEventReader === undefined ? undefined : 'base64';
    this.#record(exchange, Buffer.concat(chunks).toString(encoding ?? 'utf8'), encoding);
    const { answer, failure } = collector;
    return { status: 200, failure, answer, ...times(exchange), firstContentMs };
  }

  #record(
    { answer, request }: Exchange,
    responseBody: string,
    encoding?: Recording['encoding'],
  ): void {
    const { body: requestBody, url } = request;
    const { status } = answer;
    this.#options.onRecording?.({ url, requestBody, status, responseBody, encoding });
  }
}

interface Exchange {
  readonly request: UpstreamRequest;
  readonly answer: UpstreamAnswer;
  readonly startedMs: number;
}

function refuseCredentials(startedMs: number): ProbeResult {
  return { status: 401, failure: { kind: 'auth' }, answer: emptyAnswer, ...times({ startedMs }) };
}

function times({
  startedMs,
}: Pick<Exchange, 'startedMs'>): Pick<ProbeResult, 'totalMs' | 'firstContentMs'> {
  return { totalMs: performance.now() - startedMs, firstContentMs: undefined };
}

async function readText({ body }: UpstreamAnswer): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  await pumpBody(
    body,
    (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      return bytes > bodyBytesMax ? 'enough' : undefined;
    },
    idleTimeoutMs,
  );
  return Buffer.concat(chunks).toString('utf8');
}
