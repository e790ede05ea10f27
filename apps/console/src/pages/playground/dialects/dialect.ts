/** A function that the model may call, in the form that all dialects are made from. */
export interface Tool {
  readonly name: string;
  readonly description?: string | undefined;
  /** A JSON schema. */
  readonly parameters: object;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
}

/** What one event adds to a tool call; the call is named by its place in the answer. */
export interface ToolCallPiece extends Partial<ToolCall> {
  readonly index: number;
}

/** What one event of a stream adds to the answer. */
export interface Piece {
  readonly text?: string;
  readonly calls?: readonly ToolCallPiece[];
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  /** USD. */
  readonly cost?: number;
  readonly error?: string;
}

export interface UserTurn {
  readonly role: 'user';
  readonly text: string;
  /** A `data:` URL. */
  readonly image?: string;
}

export interface AssistantTurn {
  readonly role: 'assistant';
  readonly text: string;
  readonly calls?: readonly ToolCall[];
}

/** The result of a tool call. */
export interface ToolTurn {
  readonly role: 'tool';
  readonly callId: string;
  readonly text: string;
}

export type Turn = UserTurn | AssistantTurn | ToolTurn;

export interface TextRequest {
  readonly model: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
}

/** One of the three APIs that ask for a text. */
export interface Dialect {
  readonly name: string;
  readonly path: string;
  readonly makeBody: (request: TextRequest) => object;
  readonly readPiece: (data: string) => Piece;
}

export type Json = Readonly<Record<string, unknown>>;

/** An event that is not a JSON object, such as `[DONE]`, adds nothing. */
export function parse(data: string): Json {
  try {
    return toObject(JSON.parse(data));
  } catch {
    return {};
  }
}

export function toObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

export function addText(text: unknown): Piece {
  return typeof text === 'string' && text !== '' ? { text } : {};
}

/** Fields that are not texts are left out. */
export function addCall(index: unknown, fields: Readonly<Record<keyof ToolCall, unknown>>): Piece {
  const texts = Object.entries(fields).filter(([, value]) => typeof value === 'string');
  return { calls: [{ index: Number(index ?? 0), ...Object.fromEntries(texts) }] };
}

export function readError(error: unknown): Piece {
  const { message } = toObject(error);
  return typeof message === 'string' ? { error: message } : {};
}

export function readUsage(usage: unknown): Piece {
  if (typeof usage !== 'object' || usage === null) return {};
  const fields = usage as Readonly<Record<string, number | undefined>>;
  const promptTokens = fields['prompt_tokens'] ?? fields['input_tokens'];
  const completionTokens = fields['completion_tokens'] ?? fields['output_tokens'];
  const cost = fields['cost'] ?? fields[findCostField(fields) ?? ''];
  return {
    ...(promptTokens === undefined ? {} : { promptTokens }),
    ...(completionTokens === undefined ? {} : { completionTokens }),
    ...(cost === undefined ? {} : { cost }),
  };
}

/** Messages put the slug of the service before it: `tollgate_cost`. */
function findCostField(fields: object): string | undefined {
  return Object.keys(fields).find((name) => name.endsWith('_cost'));
}
