import type { AnswerPart, StreamPart } from '@tollgate/model-spec';
import { asFields, asText, asWireList, type Fields } from '@tollgate/model-kit';
import { readContent as readClaudeContent } from '@tollgate/providers/anthropic';

/** What an answer depends on in its request. */
export interface AnswerMeaning {
  /** The tool whose input is the text of the answer. */
  readonly jsonTool: string | undefined;
  /** Only Claude signs its thinking in a form that it accepts again. */
  readonly isClaude: boolean;
}

/** The content of a message as parts. */
export function readContent(content: unknown, { isClaude, jsonTool }: AnswerMeaning): AnswerPart[] {
  const blocks = toClaudeBlocks(content);
  return readClaudeContent(blocks, jsonTool).map((part) =>
    part.type === 'reasoning' && !isClaude ? { ...part, format: 'unknown' } : part,
  );
}

/** Blocks under the names of the Messages API. */
export function toClaudeBlocks(content: unknown): readonly Fields[] {
  return asWireList<Fields>(content).flatMap((block) => toClaudeBlock(block));
}

function toClaudeBlock(block: Fields): readonly Fields[] {
  if (typeof block['text'] === 'string') return [{ type: 'text', text: block['text'] }];
  if (block['toolUse'] !== undefined) return [toClaudeCall(block['toolUse'])];
  if (block['reasoningContent'] !== undefined) return toClaudeThought(block['reasoningContent']);
  // A text with its sources, which are places in the documents of the caller.
  const cited = asFields(block['citationsContent'])['content'];
  return asWireList<{ text: string }>(cited).map(({ text }) => ({ type: 'text', text }));
}

export function toClaudeCall(value: unknown): Fields {
  const { input, name, toolUseId } = asFields(value);
  return { type: 'tool_use', id: toolUseId, name, input };
}

function toClaudeThought(value: unknown): readonly Fields[] {
  const { reasoningText, redactedContent } = asFields(value);
  if (redactedContent !== undefined) return [{ type: 'redacted_thinking', data: redactedContent }];
  const { signature, text } = asFields(reasoningText);
  return [{ type: 'thinking', thinking: text, signature }];
}

/** Which stop sequence was met: Claude's own field, which the request asked for. */
export function readStopSequence(fields: unknown): { readonly stopSequence?: string } {
  const given = asFields(fields);
  const found = asText(given['stop_sequence']) ?? asText(asFields(given['delta'])['stop_sequence']);
  return found === undefined ? {} : { stopSequence: found };
}

/** Names the maker of reasoning. */
export function attribute(
  parts: readonly StreamPart[],
  { isClaude }: AnswerMeaning,
): readonly StreamPart[] {
  if (isClaude) return parts;
  return parts.map((part) => ('format' in part ? { ...part, format: 'unknown' } : part));
}
