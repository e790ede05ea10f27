import { sealSignature, type Fields } from '@tollgate/model-kit';
import type {
  AssistantTurn,
  Choice,
  Result,
  Conversation,
  Thought,
  Tool,
  Turn,
  UserPart,
} from './conversation';

/** A conversation as a client of the Responses API sends it. */
export function askResponses({ choice, tools, turns }: Conversation): Fields {
  const [first, ...later] = turns;
  const [instructions, ...more] = first?.role === 'system' ? first.texts : [];
  const hasInstructions = instructions !== undefined && more.length === 0;
  return {
    model: 'acme/model',
    ...(hasInstructions ? { instructions: instructions.text } : {}),
    input: (hasInstructions ? later : turns).flatMap(writeTurn),
    tools: tools.map(writeTool),
    ...(choice === undefined ? {} : { tool_choice: writeChoice(choice) }),
    store: false,
  };
}

function writeTurn(turn: Turn): readonly Fields[] {
  switch (turn.role) {
    case 'system':
    case 'developer':
      return [{ type: 'message', role: turn.role, content: turn.texts.map(writePart) }];
    case 'user':
      return [{ role: 'user', content: turn.parts.map(writePart) }];
    case 'assistant':
      return writeAssistant(turn);
    case 'tool':
      return turn.results.map(writeResult);
  }
}

function writePart(part: UserPart): Fields {
  switch (part.is) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'image':
      return { type: 'input_image', image_url: part.url };
    case 'file':
      return { type: 'input_file', filename: part.filename, file_data: part.dataUri };
  }
}

function writeAssistant({ calls, texts, thoughts }: AssistantTurn): readonly Fields[] {
  const content = texts.map((text) => ({ type: 'output_text', text, annotations: [] }));
  return [
    ...thoughts.map(writeThought),
    ...(content.length === 0 ? [] : [{ type: 'message', role: 'assistant', content }]),
    ...calls.map(({ args, id, name }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: args,
    })),
  ];
}

function writeThought({ id, isHidden, maker, signature, text }: Thought): Fields {
  return {
    type: 'reasoning',
    id: id ?? 'rs_made',
    summary: text === '' ? [] : [{ type: 'summary_text', text }],
    encrypted_content:
      signature === undefined
        ? null
        : sealSignature({ format: maker, signature, isRedacted: isHidden === true }),
  };
}

function writeResult({ callId, imageUrl, texts }: Result): Fields {
  const [first] = texts;
  const parts: UserPart[] = texts.map((text) => ({ is: 'text', text }));
  if (imageUrl !== undefined) parts.push({ is: 'image', url: imageUrl });
  const output = parts.length === 1 ? first : parts.map(writePart);
  return { type: 'function_call_output', call_id: callId, output };
}

function writeTool({ description, name, schema }: Tool): Fields {
  const described = description === undefined ? {} : { description };
  return { type: 'function', name, ...described, parameters: schema, strict: false };
}

function writeChoice(choice: Choice): unknown {
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.name };
}
