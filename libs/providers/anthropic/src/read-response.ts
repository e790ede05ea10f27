import type { AnswerReader } from '@tollgate/model-spec';
import { asText, asWire, asWireList, reportExtras } from '@tollgate/model-kit';
import { mapUsage } from './map-usage';
import { readExtras } from './read-answer';
import { correctFinish, readContent } from './read-content';
import type { Message, ToolUseBlock } from './wire';

/** `jsonTool` is the name of the tool whose input is the text of the answer. */
export function makeResponseReader(jsonTool: string | undefined): AnswerReader['readResponse'] {
  return (body) => {
    const message = asWire<Message>(body);
    const parts = readContent(message.content, jsonTool);
    const calls = asWireList<ToolUseBlock>(message.content).filter(isCall);
    const hasJson = calls.some(({ name }) => name === jsonTool);
    const hasCall = calls.some(({ name }) => name !== jsonTool);
    const stopSequence = asText(message.stop_sequence);
    return {
      parts,
      finishReason: correctFinish(message.stop_reason, { hasCall, hasJson }),
      nativeFinishReason: asText(message.stop_reason),
      ...(stopSequence !== undefined && { stopSequence }),
      usage: mapUsage(message.usage),
      extras: reportExtras(readExtras(body)),
    };
  };
}

function isCall({ type }: { readonly type?: unknown }): boolean {
  return type === 'tool_use';
}
