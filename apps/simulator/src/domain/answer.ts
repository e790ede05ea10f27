import { getAnswerText, getTokenText } from './answer-text';
import { readInstructions, type Instructions } from './instructions';
import { makeJson, makeToolCalls, type ToolCall } from './tool-call';
import type { SimRequest } from './sim-request';

/** Everything that decides the bytes of one answer. */
export interface Answer {
  readonly id: string;
  readonly createdSeconds: number;
  readonly request: SimRequest;
  readonly instructions: Instructions;
  readonly promptTokens: number;
  /** Per choice. */
  readonly visibleTokens: number;
  readonly reasoningTokens: number;
  /** Of all choices together, reasoning included. */
  readonly completionTokens: number;
  readonly finishReason: 'stop' | 'length' | 'tool_calls' | 'refusal';
  readonly stopSequence: string | undefined;
  readonly toolCalls: readonly ToolCall[];
  /** Set when the text is not simply so many tokens of the story. */
  readonly text: string | undefined;
  /** Searches that the provider makes itself. */
  readonly searches: number;
  readonly serviceTier: string | undefined;
}

export function planAnswer(
  request: SimRequest,
  { id, createdSeconds }: { readonly id: string; readonly createdSeconds: number },
): Answer {
  const instructions = readInstructions(request.model, request.lastUserText);
  const wanted = instructions.tokens + instructions.reasoning;
  const limit = request.tokensMax ?? wanted;
  const tokens = Math.min(wanted, limit);
  const reasoningTokens = Math.min(instructions.reasoning, tokens);
  const visibleTokens = tokens - reasoningTokens;
  const toolCalls = planToolCalls(request, instructions, id);
  const { stopSequence, text } = planText(request, instructions, visibleTokens);
  return {
    id,
    createdSeconds,
    request,
    instructions,
    promptTokens: request.promptTokens,
    visibleTokens,
    reasoningTokens,
    completionTokens: tokens * (request.triedChoices ?? request.choices),
    finishReason: chooseFinishReason(instructions, toolCalls, wanted > limit),
    stopSequence,
    toolCalls,
    text,
    searches: Math.min(instructions.searches, request.searchesMax ?? 0),
    serviceTier: instructions.tier ?? readPaidTier(request.serviceTier),
  };
}

/** Tiers that leave the choice to the provider are answered with the standard tier. */
function readPaidTier(asked: string | undefined): string | undefined {
  return asked === 'priority' || asked === 'flex' ? asked : undefined;
}

function planToolCalls(request: SimRequest, instructions: Instructions, id: string): ToolCall[] {
  const { forcedTool, toolTurns, tools } = request;
  const isForced = forcedTool !== undefined && tools.length > 0;
  const isScripted = instructions.toolCalls > 0 && toolTurns < instructions.toolTurns;
  if (!isForced && !isScripted) return [];
  const count = Math.max(1, instructions.toolCalls);
  const name = (forcedTool === '' ? undefined : forcedTool) ?? instructions.toolName;
  const scripted = instructions.toolArguments;
  return makeToolCalls(tools, { answerId: id, count, name, scripted });
}

interface PlannedText {
  readonly text: string | undefined;
  readonly stopSequence: string | undefined;
}

function planText(
  { lastUserText, outputSchema, stops }: SimRequest,
  { isEcho }: Instructions,
  visibleTokens: number,
): PlannedText {
  if (outputSchema !== undefined) {
    return { text: JSON.stringify(makeJson(outputSchema)), stopSequence: undefined };
  }
  if (isEcho) return { text: lastUserText, stopSequence: undefined };
  if (stops.length === 0) return { text: undefined, stopSequence: undefined };
  const whole = getAnswerText(visibleTokens);
  const stopSequence = stops.find((stop) => stop !== '' && whole.includes(stop));
  if (stopSequence === undefined) return { text: undefined, stopSequence };
  return { text: whole.slice(0, whole.indexOf(stopSequence)), stopSequence };
}

function chooseFinishReason(
  { isRefusal }: Instructions,
  toolCalls: readonly ToolCall[],
  isCutShort: boolean,
): Answer['finishReason'] {
  if (isRefusal) return 'refusal';
  if (toolCalls.length > 0) return 'tool_calls';
  return isCutShort ? 'length' : 'stop';
}

const wordPattern = /\s*\S+/g;

/** The text in the pieces in which a stream brings it, or one huge piece. */
export function listAnswerPieces(answer: Answer): readonly string[] {
  const { body, hugeBytes } = answer.instructions;
  return body === 'huge_event' ? ['x'.repeat(hugeBytes)] : listTextPieces(answer);
}

export function listTextPieces({ instructions, text, visibleTokens }: Answer): readonly string[] {
  if (instructions.isRefusal) return ['I cannot', ' help with that.'];
  if (text !== undefined) return text.match(wordPattern) ?? [];
  return Array.from({ length: visibleTokens }, (_unused, index) => getTokenText(index));
}

export function listReasoningPieces({ reasoningTokens }: Answer): readonly string[] {
  return Array.from({ length: reasoningTokens }, (_unused, index) => getTokenText(index));
}
