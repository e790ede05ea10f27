import { getLastUserText, type ChatRequest } from './chat-request';
import { countPromptTokens } from './count-tokens';
import { readInstructions, type Instructions } from './instructions';

/** Everything that decides the bytes of one answer. */
export interface Answer {
  readonly id: string;
  readonly createdSeconds: number;
  readonly request: ChatRequest;
  readonly instructions: Instructions;
  readonly promptTokens: number;
  /** Per choice. */
  readonly visibleTokens: number;
  /** Of all choices together, reasoning included. */
  readonly completionTokens: number;
  readonly finishReason: 'stop' | 'length' | 'tool_calls';
}

export function planAnswer(
  request: ChatRequest,
  { id, createdSeconds }: { readonly id: string; readonly createdSeconds: number },
): Answer {
  const instructions = readInstructions(request.model, getLastUserText(request.messages));
  const wanted = instructions.tokens + instructions.reasoning;
  const limit = request.tokensMax ?? wanted;
  const tokens = Math.min(wanted, limit);
  return {
    id,
    createdSeconds,
    request,
    instructions,
    promptTokens: countPromptTokens(request),
    visibleTokens: Math.max(0, tokens - instructions.reasoning),
    completionTokens: tokens * request.choices,
    finishReason: chooseFinishReason(instructions, wanted > limit),
  };
}

function chooseFinishReason(
  { isToolCall }: Instructions,
  isCutShort: boolean,
): Answer['finishReason'] {
  if (isToolCall) return 'tool_calls';
  return isCutShort ? 'length' : 'stop';
}
