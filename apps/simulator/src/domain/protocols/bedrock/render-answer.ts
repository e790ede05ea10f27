import { listAnswerPieces, listReasoningPieces, type Answer } from '../../answer';
import { renderUsage } from './render-usage';

/** Reasoning comes back only with this in front: see find-fault. */
export function getSignature({ id }: Answer): string {
  return `sim-signature-${id}`;
}

export function getStopReason({ finishReason, stopSequence }: Answer): string {
  if (stopSequence !== undefined && finishReason === 'stop') return 'stop_sequence';
  const words = {
    stop: 'end_turn',
    length: 'max_tokens',
    tool_calls: 'tool_use',
    refusal: 'content_filtered',
  };
  return words[finishReason];
}

export function nameCall(id: string): string {
  return id.replace('call_', 'tooluse_');
}

export function renderAnswer(answer: Answer): string {
  const content = answer.instructions.body === 'empty_choices' ? [] : listBlocks(answer);
  const usage = renderUsage(answer);
  const { stopSequence } = answer;
  const text = JSON.stringify({
    metrics: { latencyMs: 42 },
    output: { message: { content, role: 'assistant' } },
    stopReason: getStopReason(answer),
    ...(stopSequence === undefined
      ? {}
      : { additionalModelResponseFields: { stop_sequence: stopSequence } }),
  });
  return usage === undefined ? text : `${text.slice(0, -1)},"usage":${usage}}`;
}

function listBlocks(answer: Answer): object[] {
  const { reasoningTokens, toolCalls } = answer;
  const text = listReasoningPieces(answer).join('');
  const reasoningText = { text, signature: getSignature(answer) };
  return [
    ...(reasoningTokens > 0 ? [{ reasoningContent: { reasoningText } }] : []),
    ...(toolCalls.length > 0
      ? toolCalls.map(({ arguments: json, id, name }) => ({
          toolUse: { toolUseId: nameCall(id), name, input: JSON.parse(json) as unknown },
        }))
      : [{ text: listAnswerPieces(answer).join('') }]),
  ];
}
