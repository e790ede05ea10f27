import { isForeignSignature, parseArguments, parseDataUri } from '@tollgate/model-kit';
import type {
  AssistantMessage,
  NeutralMessage,
  SystemMessage,
  ToolMessage,
  AssistantPart,
  ReasoningPart,
  ToolCallPart,
} from '@tollgate/model-spec';
import type { Part, WireContent } from './wire';
import { writeParts, writeText } from './write-parts';

export interface WireConversation {
  readonly system: Part[];
  readonly contents: WireContent[];
}

export interface ConversationOptions {
  /** The model refuses calls that carry no signature. */
  readonly needsSignatures: boolean;
}

/** The API has `systemInstruction` only beside the contents and requires alternating roles. */
export function writeMessages(
  given: readonly NeutralMessage[],
  options: ConversationOptions,
): WireConversation {
  const system: Part[] = [];
  const contents: WireContent[] = [];
  const names = new Map<string, string>();
  for (const message of given) {
    if (isSystem(message)) {
      system.push(...message.parts.flatMap(writeText));
    } else if (message.role === 'assistant') {
      noteNames(message, names);
      append(contents, 'model', writeAssistant(message.parts, options));
    } else if (message.role === 'tool') {
      append(contents, 'user', writeResult(message, names));
    } else {
      append(contents, 'user', writeParts(message.parts));
    }
  }
  if (contents[0]?.role !== 'user') contents.unshift({ role: 'user', parts: [{ text: '.' }] });
  return { system, contents };
}

function isSystem(message: NeutralMessage): message is SystemMessage {
  return message.role === 'system' || message.role === 'developer';
}

/** A result is known by the name of its tool here, which other dialects do not repeat. */
function noteNames({ parts }: AssistantMessage, names: Map<string, string>): void {
  for (const part of parts) if (part.type === 'tool-call') names.set(part.id, part.name);
}

/** Parts of one role in a row are one content; results of tools come first in it. */
function append(contents: WireContent[], role: WireContent['role'], parts: readonly Part[]): void {
  if (parts.length === 0) return;
  const last = contents.at(-1);
  if (last?.role !== role) {
    contents.push({ role, parts: [...parts] });
    return;
  }
  const results = parts.filter((part) => part.functionResponse !== undefined);
  const others = parts.filter((part) => part.functionResponse === undefined);
  const firstOther = last.parts.findIndex((part) => part.functionResponse === undefined);
  last.parts.splice(firstOther === -1 ? last.parts.length : firstOther, 0, ...results);
  last.parts.push(...others);
}

/** Text is the result; images and files cannot be part of it and follow it. */
function writeResult(message: ToolMessage, names: ReadonlyMap<string, string>): Part[] {
  const { callId, isError, parts } = message;
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const media = parts.filter((part) => part.type !== 'text');
  const functionResponse = {
    id: callId,
    name: names.get(callId) ?? message.name ?? callId,
    response: isError === true ? { error: text } : { output: text },
  };
  return [{ functionResponse }, ...writeParts(media)];
}

/** Google's own word for a call that no model of theirs made. */
const unsigned = 'skip_thought_signature_validator';

/** The parts of a model's turn, with the signatures where they stood. */
function writeAssistant(
  given: readonly AssistantPart[],
  { needsSignatures }: ConversationOptions,
): Part[] {
  const parts: Part[] = [];
  let pending: string | undefined;
  let hasCall = false;
  for (const part of given) {
    if (part.type === 'reasoning') {
      parts.push(...writeThought(part));
      if (part.text === '') pending = readSignature(part) ?? pending;
    } else if (part.type === 'tool-call') {
      // Of several calls at once only the first is signed.
      const fallback = needsSignatures && !hasCall ? unsigned : undefined;
      parts.push(writeCall(part, fallback));
      hasCall = true;
    } else {
      const written = writeOther(part);
      parts.push(...sign(written, pending));
      if (written.length > 0) pending = undefined;
    }
  }
  if (pending !== undefined) parts.push({ text: '', thoughtSignature: pending });
  return parts;
}

/** Reasoning without text is a signature of the text that follows it. */
function writeThought(part: ReasoningPart): Part[] {
  if (part.text === '' || part.isRedacted === true) return [];
  return sign([{ text: part.text, thought: true }], readSignature(part));
}

function readSignature({ format, signature }: ReasoningPart): string | undefined {
  return format === 'google' && !isForeignSignature(signature) ? signature : undefined;
}

function sign([first, ...others]: Part[], thoughtSignature: string | undefined): Part[] {
  if (first === undefined) return [];
  return [thoughtSignature === undefined ? first : { ...first, thoughtSignature }, ...others];
}

function writeCall(call: ToolCallPart, fallback: string | undefined): Part {
  const { id, isCustom, name } = call;
  const args =
    isCustom === true ? { input: call.arguments } : { ...parseArguments(call.arguments) };
  const thoughtSignature = call.thoughtSignature ?? fallback;
  return {
    functionCall: { id, name, args },
    ...(thoughtSignature !== undefined && { thoughtSignature }),
  };
}

function writeOther(part: Exclude<AssistantPart, ReasoningPart | ToolCallPart>): Part[] {
  if (part.type !== 'image') return writeText(part);
  // An image behind an address is one of ours, which the provider could not fetch.
  const inline = parseDataUri(part.url);
  return inline === undefined
    ? []
    : [{ inlineData: { mimeType: inline.mediaType, data: inline.data } }];
}
