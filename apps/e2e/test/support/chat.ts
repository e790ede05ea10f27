import { usdNumberToNanos, type Nanos } from '@tollgate/money';
import { sendRequest, type ApiCall, type Json } from './api-call';
import type { Gateway } from './gateway';

export const simulatorModel = 'simulator/chat';
const path = '/v1/chat/completions';

export interface ChatRequest {
  readonly bearer: string;
  /** What the user says; `[[sim:…]]` in it scripts the simulator. */
  readonly content?: string;
  readonly isStreaming?: boolean;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly call?: Partial<ApiCall>;
}

export function makeChatBody(request: Omit<ChatRequest, 'bearer'>): Record<string, unknown> {
  return {
    model: simulatorModel,
    messages: [{ role: 'user', content: request.content ?? 'Hello' }],
    ...(request.isStreaming === true ? { stream: true } : {}),
    ...request.body,
  };
}

/** Opens a chat call and leaves its body to the caller. */
export function openChat(gateway: Gateway, request: ChatRequest): Promise<Response> {
  const { bearer, call } = request;
  return sendRequest(`${gateway.baseUrl}${path}`, { bearer, body: makeChatBody(request), ...call });
}

export interface ChatAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body, or the last chunk with usage of a stream. */
  readonly json: Json;
  readonly frames: readonly Json[];
  readonly isDone: boolean;
  /** `error` of the body or of the error frame. */
  readonly error: Json;
  /** What the answer said that it cost; undefined when it said nothing. */
  readonly costNanos: Nanos | undefined;
  readonly generationId: string;
}

/** A chat call read to its end. Rejects when the connection breaks. */
export async function chat(gateway: Gateway, request: ChatRequest): Promise<ChatAnswer> {
  const response = await openChat(gateway, request);
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const { frames, isDone } = isStream ? parseFrames(text) : { frames: [], isDone: false };
  const json = isStream ? frames.find((frame) => frame.usage !== undefined) : JSON.parse(text);
  const cost: unknown = json?.usage?.cost;
  return {
    status: response.status,
    headers: response.headers,
    json,
    frames,
    isDone,
    error: isStream ? frames.find((frame) => frame.error !== undefined)?.error : json.error,
    costNanos: typeof cost === 'number' ? usdNumberToNanos(cost) : undefined,
    generationId: response.headers.get('x-generation-id') ?? '',
  };
}

/** The data frames of an event stream; comments are left out. */
export function parseFrames(text: string): { frames: Json[]; isDone: boolean } {
  const data = text
    .split('\n\n')
    .flatMap((event) => event.split('\n'))
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length));
  return {
    frames: data.filter((line) => line !== '[DONE]').map((line) => JSON.parse(line)),
    isDone: data.at(-1) === '[DONE]',
  };
}
