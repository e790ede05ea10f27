import type {
  AssistantMessage,
  AssistantPart,
  NeutralMessage,
  ReasoningPart,
  RefusalPart,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  UpstreamTarget,
  UserMessage,
  UserPart,
} from '@tollgate/model-spec';
import { isForeignSignature, mapToolId, normalizeArguments } from '@tollgate/model-kit';
import type { ResponseInputItem, ResponseReasoningItem } from './wire';
import { writePart, type WirePart } from './write-parts';

type Target = Pick<UpstreamTarget, 'supportedParameters'>;

/** The output of one turn; the SDK's types require an id that is not needed. */
interface WireMessage {
  readonly type: 'message';
  readonly role: 'user' | 'assistant' | 'system' | 'developer';
  readonly content: readonly (WirePart | WireSaid)[];
}

type WireSaid =
  | { readonly type: 'output_text'; readonly text: string }
  | { readonly type: 'refusal'; readonly refusal: string };

type WireThought = Omit<ResponseReasoningItem, 'id'> & { readonly id?: string };

export type WireItem = Exclude<ResponseInputItem, { type?: 'message' }> | WireMessage | WireThought;

export interface WireConversation {
  readonly instructions?: string;
  readonly input: readonly WireItem[];
}

/** System text at the start becomes the instructions; later system text stays in its place. */
export function writeMessages(
  messages: readonly NeutralMessage[],
  target: Target,
): WireConversation {
  const firstOther = messages.findIndex(({ role }) => role !== 'system');
  const leading = messages.slice(0, firstOther === -1 ? messages.length : firstOther);
  const instructions = leading
    .flatMap((message) => (message as SystemMessage).parts.map((part) => part.text))
    .filter((text) => text !== '')
    .join('\n\n');
  const rest = messages.slice(leading.length);
  return {
    ...(instructions === '' ? {} : { instructions }),
    input: rest.flatMap((message) => writeMessage(message, target)),
  };
}

function writeMessage(message: NeutralMessage, target: Target): readonly WireItem[] {
  switch (message.role) {
    case 'tool':
      return [writeResult(message, target)];
    case 'assistant':
      return writeAssistant(message);
    default:
      return writeInput(message, target);
  }
}

function writeInput(message: SystemMessage | UserMessage, target: Target): readonly WireItem[] {
  const parts = (message.parts as readonly UserPart[]).filter(hasSubstance);
  if (parts.length === 0) return [];
  const content = parts.map((part) => writePart(part, target));
  return [{ type: 'message', role: message.role, content }];
}

/** Adjacent texts are one item; reasoning and calls are items of their own. */
function writeAssistant({ parts }: AssistantMessage): readonly WireItem[] {
  const items: WireItem[] = [];
  let said: WireSaid[] = [];
  const close = (): void => {
    if (said.length > 0) items.push({ type: 'message', role: 'assistant', content: said });
    said = [];
  };
  for (const part of parts) {
    if (isSaid(part)) {
      if (part.text !== '') said.push(writeSaid(part));
      continue;
    }
    close();
    if (part.type === 'tool-call') items.push(writeCall(part));
    if (part.type === 'reasoning') items.push(...writeThought(part));
  }
  close();
  return items;
}

function isSaid(part: AssistantPart): part is TextPart | RefusalPart {
  return part.type === 'text' || part.type === 'refusal';
}

function writeSaid(part: TextPart | RefusalPart): WireSaid {
  return part.type === 'text'
    ? { type: 'output_text', text: part.text }
    : { type: 'refusal', refusal: part.text };
}

/** Only content that this protocol encrypted itself can be sent back to it. */
function writeThought({ format, id, signature, text }: ReasoningPart): readonly WireThought[] {
  if (format !== 'openai' || signature === undefined || isForeignSignature(signature)) return [];
  return [
    {
      type: 'reasoning',
      ...(id === undefined ? {} : { id }),
      summary: text === '' ? [] : [{ type: 'summary_text', text }],
      encrypted_content: signature,
    },
  ];
}

function writeCall({ arguments: given, id, isCustom, name }: ToolCallPart): WireItem {
  const callId = mapToolId(id);
  return isCustom === true
    ? { type: 'custom_tool_call', call_id: callId, name, input: given }
    : { type: 'function_call', call_id: callId, name, arguments: normalizeArguments(given) };
}

function writeResult(message: ToolMessage, target: Target): WireItem {
  const type = message.isCustom === true ? 'custom_tool_call_output' : 'function_call_output';
  const output = writeOutput(message, target);
  // Blocks of a result have the same shapes as those of a user's message.
  return { type, call_id: mapToolId(message.callId), output: output as string };
}

function writeOutput(message: ToolMessage, target: Target): string | readonly WirePart[] {
  const { isError, parts } = message;
  const prefix = isError === true ? 'Error: ' : '';
  if (parts.every((part) => part.type === 'text')) {
    return prefix + parts.map((part) => part.text).join('\n');
  }
  const blocks = parts.map((part) => writePart(part, target));
  return prefix === '' ? blocks : [{ type: 'input_text', text: prefix.trim() }, ...blocks];
}

function hasSubstance(part: UserPart): boolean {
  return part.type !== 'text' || part.text !== '';
}
