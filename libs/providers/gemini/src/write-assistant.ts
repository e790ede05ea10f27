import type { AssistantPart, ReasoningPart, ToolCallPart } from '@tollgate/model-spec';
import { isForeignSignature, parseArguments, parseDataUri } from '@tollgate/model-kit';
import type { Part } from './wire';
import type { ConversationOptions } from './write-messages';
import { writeText } from './write-parts';

/** Google's own word for a call that no model of theirs made. */
const unsigned = 'skip_thought_signature_validator';

/** The parts of a model's turn, with the signatures where they stood. */
export function writeAssistant(
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
