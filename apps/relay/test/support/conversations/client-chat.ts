import type { Fields } from '@tollgate/model-kit';
import type {
  AssistantTurn,
  Choice,
  Marked,
  Conversation,
  Thought,
  Tool,
  Turn,
  UserPart,
} from './conversation';

/** A conversation as a client of Chat Completions sends it. */
export function askChat({ choice, tools, turns }: Conversation): Fields {
  return {
    model: 'acme/model',
    messages: turns.flatMap(writeTurn),
    tools: tools.map(writeTool),
    ...(choice === undefined ? {} : { tool_choice: writeChoice(choice) }),
  };
}

function writeTurn(turn: Turn): readonly Fields[] {
  switch (turn.role) {
    case 'system':
    case 'developer':
      return [{ role: turn.role, content: writeContent(turn.texts) }];
    case 'user':
      return [{ role: 'user', content: writeContent(turn.parts) }];
    case 'assistant':
      return [writeAssistant(turn)];
    case 'tool':
      return turn.results.map(({ callId, imageUrl, texts, ...marked }) => {
        const parts: UserPart[] = texts.map((text) => ({ is: 'text', text }));
        if (imageUrl !== undefined) parts.push({ is: 'image', url: imageUrl });
        const content = writeContent(parts);
        return { role: 'tool', tool_call_id: callId, content, ...writeMarker(marked) };
      });
  }
}

function writeContent(parts: readonly UserPart[]): unknown {
  const [first] = parts;
  const isPlain = parts.length === 1 && first?.is === 'text' && first.marker === undefined;
  return isPlain ? first.text : parts.map(writePart);
}

function writePart(part: UserPart): Fields {
  switch (part.is) {
    case 'text':
      return { type: 'text', text: part.text, ...writeMarker(part) };
    case 'image':
      return { type: 'image_url', image_url: { url: part.url }, ...writeMarker(part) };
    case 'file': {
      const file = { filename: part.filename, file_data: part.dataUri };
      return { type: 'file', file, ...writeMarker(part) };
    }
  }
}

export function writeMarker({ marker }: Marked): Fields {
  return marker === undefined ? {} : { cache_control: marker };
}

function writeAssistant({ calls, texts, thoughts }: AssistantTurn): Fields {
  const content = texts.length === 0 ? null : writeContent(texts.map(asPart));
  const plain = thoughts.filter(({ maker }) => maker === 'unknown').map(({ text }) => text);
  const details = thoughts.filter(({ maker }) => maker !== 'unknown').flatMap(writeThought);
  return {
    role: 'assistant',
    content,
    ...(plain.length === 0 ? {} : { reasoning: plain.join('') }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ args, id, name }) => ({
            id,
            type: 'function',
            function: { name, arguments: args },
          })),
        }),
  };
}

function asPart(text: string): UserPart {
  return { is: 'text', text };
}

const formats = {
  anthropic: 'anthropic-claude-v1',
  google: 'google-gemini-v1',
  openai: 'openai-responses-v1',
  unknown: 'unknown',
} as const;

function writeThought({ id, isHidden, maker, signature, text }: Thought): readonly Fields[] {
  const common = { format: formats[maker], ...(id === undefined ? {} : { id }) };
  const encrypted = { type: 'reasoning.encrypted', data: signature, ...common };
  if (isHidden === true) return [encrypted];
  if (maker !== 'openai') return [{ type: 'reasoning.text', text, signature, ...common }];
  const summary = { type: 'reasoning.summary', summary: text, ...common };
  return text === '' ? [encrypted] : [summary, encrypted];
}

function writeTool({ description, name, schema, ...marked }: Tool): Fields {
  const definition = {
    name,
    ...(description === undefined ? {} : { description }),
    parameters: schema,
  };
  return { type: 'function', function: definition, ...writeMarker(marked) };
}

function writeChoice(choice: Choice): unknown {
  return typeof choice === 'string'
    ? choice
    : { type: 'function', function: { name: choice.name } };
}
