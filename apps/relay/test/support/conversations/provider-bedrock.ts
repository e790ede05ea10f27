import type { Fields } from '@tollgate/model-kit';
import type { SentRequest } from './facts';
import { readAnthropic } from './provider-anthropic';
import { demand, refuse } from './provider-body';

type Blocks = readonly Fields[];

/** Reads what Bedrock receives: the structure is Anthropic's, under other names. */
export function readBedrock(body: Fields): SentRequest {
  const { toolChoice, tools } = (body['toolConfig'] ?? {}) as Fields;
  return readAnthropic({
    system: readBlocks((body['system'] ?? []) as Blocks),
    messages: (body['messages'] as Blocks).map(({ content, role }) => {
      demand((content as Blocks).length > 0, 'a message without content');
      return { role, content: readBlocks(dropPlaceholder(content as Blocks)) };
    }),
    tools: readBlocks((tools ?? []) as Blocks),
    ...(toolChoice === undefined ? {} : { tool_choice: readChoice(toolChoice as Fields) }),
  });
}

/** Documents need a text beside them: a message without one gets a dot. */
function dropPlaceholder(blocks: Blocks): Blocks {
  const texts = blocks.filter((block) => 'text' in block);
  const hasDocument = blocks.some((block) => 'document' in block);
  if (hasDocument) demand(texts.length > 0, 'documents without a text');
  const isPlaceholder = hasDocument && texts.length === 1 && texts[0]?.['text'] === '.';
  return isPlaceholder ? blocks.filter((block) => !('text' in block)) : blocks;
}

/** A cache point marks the block before it. */
function readBlocks(blocks: Blocks): Fields[] {
  const read: Fields[] = [];
  for (const block of blocks) {
    const point = block['cachePoint'] as Fields | undefined;
    if (point === undefined) {
      read.push(readBlock(block));
      continue;
    }
    const { type: _default, ...lifetime } = point;
    read.push({ ...read.pop(), cache_control: { type: 'ephemeral', ...lifetime } });
  }
  return read;
}

function readBlock(block: Fields): Fields {
  const [name = '', value] = Object.entries(block)[0] ?? [];
  const fields = value as Record<string, Fields>;
  switch (name) {
    case 'text':
      demand((value as string).trim() !== '', 'a blank text');
      return { type: 'text', text: value };
    case 'image':
      return { type: 'image', source: readBytes('image/png', fields) };
    case 'document':
      demand(
        /^[a-z0-9 ()-]+$/i.test(JSON.stringify(fields['name']).slice(1, -1)),
        'the name of a document',
      );
      return {
        type: 'document',
        // Documents of the same name are numbered.
        title: (fields['name'] as unknown as string).replace(/ \(\d+\)$/, ''),
        source: readBytes('application/pdf', fields),
      };
    case 'toolUse':
      return {
        type: 'tool_use',
        id: fields['toolUseId'],
        name: fields['name'],
        input: fields['input'],
      };
    case 'toolResult':
      return {
        type: 'tool_result',
        tool_use_id: fields['toolUseId'],
        content: readBlocks(fields['content'] as unknown as Blocks),
        is_error: (fields['status'] as unknown) === 'error',
      };
    case 'reasoningContent':
      return readThought(fields);
    case 'toolSpec': {
      const { inputSchema, ...tool } = fields;
      return { ...tool, input_schema: inputSchema?.['json'] };
    }
    default:
      return refuse(`block ${name}`);
  }
}

function readBytes(mediaType: string, { source }: Record<string, Fields>): Fields {
  return { type: 'base64', media_type: mediaType, data: source?.['bytes'] };
}

function readThought({ reasoningText, redactedContent }: Record<string, Fields>): Fields {
  if (redactedContent !== undefined) return { type: 'redacted_thinking', data: redactedContent };
  return {
    type: 'thinking',
    thinking: reasoningText?.['text'],
    signature: reasoningText?.['signature'],
  };
}

function readChoice({ any, tool }: Fields): Fields {
  if (any !== undefined) return { type: 'any' };
  return tool === undefined ? { type: 'auto' } : { type: 'tool', ...(tool as Fields) };
}
