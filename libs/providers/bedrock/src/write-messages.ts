import type {
  ContentBlockParam,
  TextBlockParam,
  WireMessage as ClaudeMessage,
} from '@tollgate/providers/anthropic';
import { DocumentNames } from './document-names';
import type { CachePoint, TextBlock, WireBlock, WireMessage } from './wire';
import { writeCachePoint, writeContent } from './write-parts';

export interface WireConversation {
  readonly system: readonly (TextBlock | CachePoint)[];
  readonly messages: readonly WireMessage[];
}

export interface ConversationOptions {
  /** The model accepts cache points. */
  readonly takesCache: boolean;
}

/** Stands for the result of a tool that returned nothing. */
const emptyResult = '(empty)';
/** Stands where Converse requires a text. */
const placeholder = { text: '.' };

/** A conversation of the Messages API under the names of Converse. */
export function writeMessages(
  given: {
    readonly system: readonly TextBlockParam[];
    readonly messages: readonly ClaudeMessage[];
  },
  options: ConversationOptions,
): WireConversation {
  const names = new DocumentNames();
  return {
    system: given.system.flatMap((block) =>
      isBlank(block) ? [] : [{ text: block.text }, ...writeCachePoint(block, options)],
    ),
    messages: given.messages.flatMap(({ content, role }, index) => {
      const blocks = content.flatMap((block) => writeBlock(block, names, options));
      if (blocks.length > 0) return [{ role, content: addText(blocks) }];
      // Roles must alternate, so only the empty beginning of an answer can be left out.
      const isPrefill = role === 'assistant' && index === given.messages.length - 1;
      return isPrefill ? [] : [{ role, content: [placeholder] }];
    }),
  };
}

/** Converse refuses a message of documents without a text. */
function addText(blocks: readonly WireBlock[]): readonly WireBlock[] {
  const hasDocument = blocks.some((block) => 'document' in block);
  return hasDocument && !blocks.some((block) => 'text' in block)
    ? [...blocks, placeholder]
    : blocks;
}

/** Converse refuses texts without a visible character, also in results of tools. */
function isBlank(block: { readonly type: string; readonly text?: string }): boolean {
  return block.type === 'text' && (block.text ?? '').trim() === '';
}

function writeBlock(
  block: ContentBlockParam,
  names: DocumentNames,
  options: ConversationOptions,
): WireBlock[] {
  if (isBlank(block)) return [];
  switch (block.type) {
    case 'text':
    case 'image':
    case 'document':
      return [writeContent(block, names), ...writeCachePoint(block, options)];
    case 'thinking': {
      const { signature, thinking: text } = block;
      return [{ reasoningContent: { reasoningText: { text, signature } } }];
    }
    case 'redacted_thinking':
      return [{ reasoningContent: { redactedContent: block.data } }];
    case 'tool_use': {
      const { id: toolUseId, input, name } = block;
      return [{ toolUse: { toolUseId, name, input } }, ...writeCachePoint(block, options)];
    }
    case 'tool_result':
      return [writeResult(block, names), ...writeCachePoint(block, options)];
    default:
      return [];
  }
}

function writeResult(
  block: Extract<ContentBlockParam, { type: 'tool_result' }>,
  names: DocumentNames,
): WireBlock {
  const { content, is_error, tool_use_id: toolUseId } = block;
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const written = (blocks ?? []).flatMap((inner) =>
    !isBlank(inner) &&
    (inner.type === 'text' || inner.type === 'image' || inner.type === 'document')
      ? [writeContent(inner, names)]
      : [],
  );
  return {
    toolResult: {
      toolUseId,
      content: written.length > 0 ? written : [{ text: emptyResult }],
      ...(is_error === true && { status: 'error' as const }),
    },
  };
}
