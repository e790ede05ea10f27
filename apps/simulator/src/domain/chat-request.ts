/** The part of a chat request that the simulator looks at. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly unknown[];
  readonly isStreamed: boolean;
  readonly hasStreamUsage: boolean;
  readonly tokensMax: number | undefined;
  readonly choices: number;
  readonly tools: readonly unknown[];
}

export type ParsedRequest =
  | { readonly kind: 'request'; readonly request: ChatRequest }
  | { readonly kind: 'fault'; readonly message: string; readonly param: string | null };

const choicesMax = 8;

export function parseChatRequest(text: string): ParsedRequest {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fault('We could not parse the JSON body of your request.', null);
  }
  if (!isRecord(body)) return fault('The JSON body of your request must be an object.', null);
  const { model, messages } = body;
  if (typeof model !== 'string' || model === '') {
    return fault("Missing required parameter: 'model'.", 'model');
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    return fault("Missing required parameter: 'messages'.", 'messages');
  }
  return { kind: 'request', request: readFields(body, model, messages) };
}

function readFields(
  body: Record<string, unknown>,
  model: string,
  messages: readonly unknown[],
): ChatRequest {
  const options = body['stream_options'];
  return {
    model,
    messages,
    isStreamed: body['stream'] === true,
    hasStreamUsage: isRecord(options) && options['include_usage'] === true,
    tokensMax: readCount(body['max_completion_tokens']) ?? readCount(body['max_tokens']),
    choices: Math.min(readCount(body['n']) ?? 1, choicesMax),
    tools: Array.isArray(body['tools']) ? body['tools'] : [],
  };
}

function fault(message: string, param: string | null): ParsedRequest {
  return { kind: 'fault', message, param };
}

function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a message, whether it is a string or a list of parts. */
export function getMessageText(message: unknown): string {
  const content = isRecord(message) ? message['content'] : undefined;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isRecord(part) ? getPartText(part) : '')).join('');
}

function getPartText(part: Record<string, unknown>): string {
  const { text } = part;
  return typeof text === 'string' ? text : '';
}

export function getLastUserText(messages: readonly unknown[]): string {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (isRecord(message) && message['role'] === 'user') return getMessageText(message);
  }
  return '';
}
