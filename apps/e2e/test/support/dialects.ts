import { usdNumberToNanos, type Nanos } from '@tollgate/money';
import { sendRequest, type ApiCall, type Json } from './api-call';
import type { Gateway } from './gateway';

export const dialectNames = ['chat', 'responses', 'messages'] as const;
export type DialectName = (typeof dialectNames)[number];

/** One event of a stream; its data as JSON, or the word that ends a chat stream. */
export interface StreamEvent {
  readonly name: string | undefined;
  readonly data: Json;
}

/** Counts in one shape, whatever the dialect calls them; the input without what was cached. */
export interface ToldUsage {
  readonly input: number;
  readonly output: number;
  readonly costNanos: Nanos;
}

/** What a test needs to send requests of a dialect and to check the answers. */
export interface DialectFace {
  readonly path: string;
  readonly makeBody: (content: unknown) => Record<string, unknown>;
  /** The text of the answer, from a plain body or from events. */
  readonly readText: (answer: Pick<DialectAnswer, 'json' | 'events'>) => string;
  /** Every usage at the end of a stream or a body. */
  readonly readUsages: (answer: Pick<DialectAnswer, 'json' | 'events'>) => readonly ToldUsage[];
  /** `message`, `type` and `code` of everything in a stream that says that it failed. */
  readonly readErrors: (events: readonly StreamEvent[]) => readonly Json[];
}

export interface DialectRequest {
  readonly bearer: string;
  readonly model: string;
  readonly content?: unknown;
  readonly isStreaming?: boolean;
  readonly body?: Readonly<Record<string, unknown>>;
  /** `/api` for the legacy address. */
  readonly prefix?: string;
  readonly call?: Partial<ApiCall>;
}

export interface DialectAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
  readonly events: readonly StreamEvent[];
  /** Lines that only keep the connection alive. */
  readonly comments: readonly string[];
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const join = (parts: readonly unknown[]): string =>
  parts.filter((part) => typeof part === 'string').join('');

export const dialectFaces: Readonly<Record<DialectName, DialectFace>> = {
  chat: {
    path: '/v1/chat/completions',
    makeBody: (content) => ({ messages: [{ role: 'user', content }] }),
    readText: ({ events, json }) =>
      events.length === 0
        ? (json?.choices[0].message.content ?? '')
        : join(events.map(({ data }) => data.choices?.[0]?.delta?.content)),
    readUsages: ({ events, json }) =>
      [json, ...events.map(({ data }) => data)]
        .map((body) => body?.usage)
        .filter((usage) => usage !== undefined)
        .map((usage) => ({
          input: usage.prompt_tokens - usage.prompt_tokens_details.cached_tokens,
          output: usage.completion_tokens,
          costNanos: usdNumberToNanos(usage.cost),
        })),
    readErrors: (events) => events.map(({ data }) => data.error).filter(Boolean),
  },
  responses: {
    path: '/v1/responses',
    makeBody: (content) => ({ input: [{ role: 'user', content }] }),
    readText: ({ events, json }) =>
      events.length === 0
        ? join(
            (json?.output ?? []).flatMap((item: Json) =>
              (item.content ?? []).map((part: Json) => part.text),
            ),
          )
        : join(
            events
              .filter(({ name }) => name === 'response.output_text.delta')
              .map(({ data }) => data.delta),
          ),
    readUsages: ({ events, json }) =>
      [json, ...events.map(({ data }) => data.response)]
        .map((response) => response?.usage)
        .filter((usage) => usage !== undefined && usage !== null)
        .map((usage) => ({
          input: usage.input_tokens - usage.input_tokens_details.cached_tokens,
          output: usage.output_tokens,
          costNanos: usdNumberToNanos(usage.cost),
        })),
    readErrors: (events) =>
      events
        .map(({ data, name }) => (name === 'error' ? data : data.response?.error))
        .filter(Boolean),
  },
  messages: {
    path: '/v1/messages',
    makeBody: (content) => ({ max_tokens: 1_000, messages: [{ role: 'user', content }] }),
    readText: ({ events, json }) =>
      events.length === 0
        ? join((json?.content ?? []).map((block: Json) => block.text))
        : join(events.map(({ data }) => data.delta?.text)),
    // Also `message_start` has counts, but only the last ones say what was charged.
    readUsages: ({ events, json }) =>
      [json, ...events.map(({ data }) => data)]
        .map((body) => body?.usage)
        .filter((usage) => isNumber(usage?.tollgate_cost))
        .map((usage) => ({
          input: usage.input_tokens,
          output: usage.output_tokens,
          costNanos: usdNumberToNanos(usage.tollgate_cost),
        })),
    readErrors: (events) => events.map(({ data }) => data.error).filter(Boolean),
  },
};

export function makeDialectBody(
  dialect: DialectName,
  { body, content = 'Hello', isStreaming, model }: Omit<DialectRequest, 'bearer'>,
): Record<string, unknown> {
  const made = { model, ...dialectFaces[dialect].makeBody(content) };
  return { ...made, ...(isStreaming === true ? { stream: true } : {}), ...body };
}

/** Opens a call and leaves its body to the caller. */
export function openDialect(
  gateway: Gateway,
  dialect: DialectName,
  request: DialectRequest,
): Promise<Response> {
  const { bearer, call, prefix = '' } = request;
  const url = `${gateway.baseUrl}${prefix}${dialectFaces[dialect].path}`;
  return sendRequest(url, { bearer, body: makeDialectBody(dialect, request), ...call });
}

/** A call read to its end. Rejects when the connection breaks. */
export async function callDialect(
  gateway: Gateway,
  dialect: DialectName,
  request: DialectRequest,
): Promise<DialectAnswer> {
  const response = await openDialect(gateway, dialect, request);
  const text = await response.text();
  const { headers, status } = response;
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  return {
    status,
    headers,
    text,
    json: isStream ? undefined : JSON.parse(text),
    ...(isStream ? parseStream(text) : { events: [], comments: [] }),
  };
}

export function parseStream(text: string): Pick<DialectAnswer, 'events' | 'comments'> {
  const events: StreamEvent[] = [];
  const comments: string[] = [];
  for (const frame of text.split('\n\n')) {
    const lines = frame.split('\n');
    const name = lines.find((line) => line.startsWith('event: '))?.slice('event: '.length);
    const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
    comments.push(...lines.filter((line) => line.startsWith(':')));
    if (data !== undefined)
      events.push({ name, data: data === '[DONE]' ? data : JSON.parse(data) });
  }
  return { events, comments };
}
