import type { AnswerReader, FinishReason } from '@tollgate/model-spec';
import { asFields, asText, asWire } from '@tollgate/model-kit';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readContent, readStopSequence, toClaudeBlocks, type AnswerMeaning } from './read-content';
import type { WireAnswer } from './wire';

export function makeResponseReader(meaning: AnswerMeaning): AnswerReader['readResponse'] {
  return (body) => {
    const answer = asWire<WireAnswer>(body);
    const { content } = asFields(asFields(answer.output)['message']);
    const calls = toClaudeBlocks(content).filter(({ type }) => type === 'tool_use');
    const hasJson = calls.some(({ name }) => name === meaning.jsonTool);
    const hasCall = calls.some(({ name }) => name !== meaning.jsonTool);
    return {
      parts: readContent(content, meaning),
      finishReason: correctFinish(answer.stopReason, { hasCall, hasJson }),
      nativeFinishReason: asText(answer.stopReason),
      ...readStopSequence(answer.additionalModelResponseFields),
      usage: mapUsage(answer.usage),
    };
  };
}

/** A call counts as a call whatever the stop reason; the JSON tool is not one. */
export function correctFinish(
  word: unknown,
  { hasCall, hasJson }: { readonly hasCall: boolean; readonly hasJson: boolean },
): FinishReason | undefined {
  const finishReason = mapStopReason(word);
  if (finishReason === 'stop' && hasCall) return 'tool_calls';
  if (finishReason === 'tool_calls' && !hasCall && hasJson) return 'stop';
  return finishReason;
}
