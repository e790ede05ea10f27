import { isRecord, type Fields } from './fields';

export interface SimTool {
  readonly name: string;
  readonly schema: Fields;
}

/** The fields of a request that the simulator reads, in any protocol. */
export interface SimRequest {
  readonly model: string;
  readonly isStreamed: boolean;
  readonly hasStreamUsage: boolean;
  readonly tokensMax: number | undefined;
  readonly choices: number;
  /** How many are generated, of which the best are returned; left out: as many as returned. */
  readonly triedChoices?: number;
  /** What each choice of a completion begins with; left out: nothing. */
  readonly echoes?: readonly string[];
  readonly hasLogprobs?: boolean;
  readonly stops: readonly string[];
  readonly tools: readonly SimTool[];
  /** The caller wants a call of this tool, or (empty) of any. */
  readonly forcedTool: string | undefined;
  /** The caller wants JSON of this shape. */
  readonly outputSchema: Fields | undefined;
  /** Scripts are in the last text of the user. */
  readonly lastUserText: string;
  /** How often tools have answered since then. */
  readonly toolTurns: number;
  readonly promptTokens: number;
  /** The answer is to bring one. */
  readonly wantsImage?: boolean;
  /** The answer is to be spoken. */
  readonly wantsAudio?: boolean;
  readonly serviceTier?: string | undefined;
  /** How often the web may be searched; left out: there is no tool for it. */
  readonly searchesMax?: number | undefined;
}

export type ReadRequest =
  | { readonly kind: 'request'; readonly request: SimRequest }
  | { readonly kind: 'fault'; readonly message: string; readonly param: string | null };

export function fault(message: string, param: string | null): ReadRequest {
  return { kind: 'fault', message, param };
}

export function parseBody(text: string): Fields | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

const charactersPerToken = 4;
const tokensPerMessage = 3;
const tokensPerReply = 3;
const tokensPerImage = 85;

/** No tokenizer, but the same request always counts the same: about four characters a token. */
export function countPromptTokens(
  messages: readonly { readonly text: string; readonly images: number }[],
  tools: readonly unknown[],
): number {
  let tokens = tokensPerReply;
  for (const { images, text } of messages) {
    // A system prompt that the request does not have.
    if (text === '' && images === 0) continue;
    tokens += tokensPerMessage + Math.ceil(text.length / charactersPerToken);
    tokens += images * tokensPerImage;
  }
  if (tools.length > 0) tokens += Math.ceil(JSON.stringify(tools).length / charactersPerToken);
  return tokens;
}
