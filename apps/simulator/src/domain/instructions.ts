const usageFaults = ['negative', 'fraction', 'string', 'huge', 'nan'] as const;
const bodyFaults = ['hang', 'garbage', 'bad_sse', 'huge_event', 'empty_choices', 'empty'] as const;

export type UsageFault = 'none' | 'zero' | 'twice' | (typeof usageFaults)[number];
type BodyFault = (typeof bodyFaults)[number];

const delayMsMax = 600_000;
const tokensMax = 200_000;
const bytesMax = 128 * 1024 * 1024;
const chunksMax = tokensMax;
const toolCallsMax = 20;
const publicMax = { delayMs: 60_000, tokens: 10_000, bytes: 2 * 1024 * 1024 };
const toolTurnsMax = 100;

/** What the simulator does without instructions of its caller. */
const defaults = {
  delayMs: 0,
  chunkDelayMs: 0,
  tokens: 12,
  reasoning: 0,
  cached: 0,
  /** An error answer with this status. */
  status: undefined as number | undefined,
  code: undefined as string | undefined,
  retryAfterSeconds: 7,
  /** How many tools are called at once; 0: none. */
  toolCalls: 0,
  /** Only this tool is called; undefined: the offered ones in turn. */
  toolName: undefined as string | undefined,
  /** JSON text of the arguments; undefined: made up to fit the schema. */
  toolArguments: undefined as string | undefined,
  /** Tools are called until they have answered so often. */
  toolTurns: 1,
  /** Pieces of several calls of a stream come mixed. */
  isInterleaved: false,
  isRefusal: false,
  isEcho: false,
  /** Chat answers show their reasoning, as some providers do. */
  showsReasoning: false,
  cacheWritten: 0,
  /** Silence between the opening of a stream and its first content. */
  silenceMs: 0,
  /** A stream is written in slices of so many bytes. */
  sliceBytes: 0,
  /** After so many pieces of content the stream reports a failure. */
  errorAfter: undefined as number | undefined,
  usage: undefined as UsageFault | undefined,
  body: undefined as BodyFault | undefined,
  hugeBytes: 2 * 1024 * 1024,
  /** After so many pieces of content the stream is left open, or cut. */
  hangAfter: undefined as number | undefined,
  cutAfter: undefined as number | undefined,
  /** What a transcription reports as its price. */
  costUsd: undefined as number | undefined,
  /** How often the provider searches the web, as far as the request lets it. */
  searches: 0,
  /** The service tier that it reports; undefined: the requested one. */
  tier: undefined as string | undefined,
  /** Leaves out fields that OpenAI's schema requires. */
  isLean: false,
  /** Any user may call: long, slow and large answers are bounded further. */
  isPublic: false,
};

/** Instructions of a caller to the simulator. See README.md. */
export type Instructions = Readonly<typeof defaults>;

export const noInstructions: Instructions = Object.freeze({ ...defaults });

type Apply = (target: typeof defaults, value: string) => void;

function count(max: number, set: (target: typeof defaults, amount: number) => void): Apply {
  return (target, value) => {
    const amount = Number(value);
    if (Number.isSafeInteger(amount) && amount >= 0) set(target, Math.min(amount, max));
  };
}

const appliers = new Map<string, Apply>([
  ['delay_ms', count(delayMsMax, (target, amount) => (target.delayMs = amount))],
  ['chunk_delay_ms', count(delayMsMax, (target, amount) => (target.chunkDelayMs = amount))],
  ['tokens', count(tokensMax, (target, amount) => (target.tokens = amount))],
  ['reasoning', count(tokensMax, (target, amount) => (target.reasoning = amount))],
  ['cached', count(tokensMax, (target, amount) => (target.cached = amount))],
  ['retry_after', count(delayMsMax, (target, amount) => (target.retryAfterSeconds = amount))],
  ['hang_after', count(chunksMax, (target, amount) => (target.hangAfter = amount))],
  ['cut_after', count(chunksMax, (target, amount) => (target.cutAfter = amount))],
  ['huge_bytes', count(bytesMax, (target, amount) => (target.hugeBytes = amount))],
  ['status', (target, value) => (target.status = parseStatus(value))],
  ['code', (target, value) => (target.code = value)],
  ['tool_call', (target) => (target.toolCalls = 1)],
  ['tool_calls', count(toolCallsMax, (target, amount) => (target.toolCalls = amount))],
  ['tool', (target, value) => Object.assign(target, { toolCalls: 1, toolName: value })],
  ['tool_args', (target, value) => (target.toolArguments = decodeJson(value))],
  ['tool_turns', count(toolTurnsMax, (target, amount) => (target.toolTurns = amount))],
  ['interleaved', (target) => (target.isInterleaved = true)],
  ['refusal', (target) => (target.isRefusal = true)],
  ['echo', (target) => (target.isEcho = true)],
  ['show_reasoning', (target) => (target.showsReasoning = true)],
  ['cache_written', count(tokensMax, (target, amount) => (target.cacheWritten = amount))],
  ['silence_ms', count(delayMsMax, (target, amount) => (target.silenceMs = amount))],
  ['slice_bytes', count(bytesMax, (target, amount) => (target.sliceBytes = amount))],
  ['error_after', count(chunksMax, (target, amount) => (target.errorAfter = amount))],
  ['cost', (target, value) => (target.costUsd = Number(value))],
  ['searches', count(toolTurnsMax, (target, amount) => (target.searches = amount))],
  ['tier', (target, value) => (target.tier = value)],
  ['lean', (target) => (target.isLean = true)],
  ['public', (target) => (target.isPublic = true)],
  ['no_usage', (target) => (target.usage = 'none')],
  ['zero_usage', (target) => (target.usage = 'zero')],
  ['usage_twice', (target) => (target.usage = 'twice')],
  ['bad_usage', (target, value) => (target.usage = usageFaults.find((fault) => fault === value))],
  ...bodyFaults.map((fault): [string, Apply] => [fault, (target) => (target.body = fault)]),
]);

function parseStatus(value: string): number | undefined {
  const status = Number(value);
  return Number.isSafeInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

/** Arguments come in base64url: spaces and commas would end the word. */
function decodeJson(value: string): string | undefined {
  const text = Buffer.from(value, 'base64url').toString('utf8');
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

const marker = '[[sim:';

/**
 * From the model's name (`chat+status=500`) and the last user message (`… [[sim:tokens=5,cached=2]]`),
 * which wins. Unknown instructions are ignored.
 */
export function readInstructions(model: string, lastUserText: string): Instructions {
  const plus = model.indexOf('+');
  const start = lastUserText.indexOf(marker);
  if (plus < 0 && start < 0) return noInstructions;
  const target: typeof defaults = { ...noInstructions };
  if (plus >= 0) applyAll(target, model.slice(plus + 1));
  if (start >= 0) {
    const end = lastUserText.indexOf(']]', start);
    applyAll(target, lastUserText.slice(start + marker.length, end < 0 ? undefined : end));
  }
  return target.isPublic ? boundPublic(target) : target;
}

function boundPublic(target: Instructions): Instructions {
  return {
    ...target,
    delayMs: Math.min(target.delayMs, publicMax.delayMs),
    chunkDelayMs: Math.min(target.chunkDelayMs, publicMax.delayMs),
    silenceMs: Math.min(target.silenceMs, publicMax.delayMs),
    tokens: Math.min(target.tokens, publicMax.tokens),
    hugeBytes: Math.min(target.hugeBytes, publicMax.bytes),
  };
}

function applyAll(target: typeof defaults, text: string): void {
  for (const word of text.split(/[\s,+]+/)) {
    const [name = '', value = ''] = word.split('=');
    appliers.get(name)?.(target, value);
  }
}
