import { makeUlid } from '@tollgate/ids';
import type {
  Annotation,
  AnswerPart,
  AnswerReader,
  AnswerText,
  AnswerToolCall,
  ReasoningPart,
} from '@tollgate/model-spec';
import {
  asFieldList,
  asFields,
  asText,
  normalizeArguments,
  readReasoningDetails,
  reportExtras,
  type Fields,
  type ReasoningDetails,
} from '@tollgate/model-kit';
import { mapUsage } from './map-usage';
import { countSearches, readFinishReason, readNativeFinishReason } from './read-answer';
import {
  readAnnotations,
  readCallSignature,
  readContent,
  readImageUrls,
  readReasoningText,
  readSources,
  type ContentPiece,
} from './read-content';
import { readChoices } from './wire';

/** A whole Chat answer in the neutral model. */
export const readResponse: AnswerReader['readResponse'] = (body) => {
  const [choice] = readChoices(body);
  const message = asFields(choice?.message);
  const annotations = [...readAnnotations(message['annotations']), ...readSources(body)];
  return {
    parts: readParts(message, annotations),
    finishReason: readFinishReason(choice),
    nativeFinishReason: readNativeFinishReason(choice),
    usage: mapUsage(body['usage']),
    extras: reportExtras(countSearches(body, annotations.length > 0)),
  };
};

function readParts(message: Fields, annotations: readonly Annotation[]): AnswerPart[] {
  const details = readReasoningDetails(message['reasoning_details']);
  const pieces = readContent(message['content']);
  const refusal = asText(message['refusal']);
  return [
    ...readThoughts(message, details),
    ...annotate(pieces.map(toPart), annotations),
    ...(refusal ? [{ type: 'refusal', text: refusal } as const] : []),
    ...readImageUrls(message['images']).map((url) => ({ type: 'image', url }) as const),
    ...readCalls(message, details.callSignatures),
  ];
}

/** Details contain more than the plain text, which only repeats them. */
function readThoughts(message: Fields, { parts }: ReasoningDetails): readonly ReasoningPart[] {
  const text = readReasoningText(message);
  if (text === '' || parts.some((part) => part.text !== '')) return parts;
  const [first, ...rest] = parts;
  if (first === undefined || first.isRedacted === true) {
    return [{ type: 'reasoning', text, format: 'unknown' }, ...parts];
  }
  return [{ ...first, text }, ...rest];
}

function toPart({ kind, text }: ContentPiece): AnswerText | AnswerPart {
  return kind === 'reasoning' ? { type: kind, text, format: 'unknown' } : { type: kind, text };
}

/** Citations count their places in the whole text; they go with its last piece. */
function annotate(
  parts: readonly AnswerPart[],
  annotations: readonly Annotation[],
): readonly AnswerPart[] {
  const last = parts.findLastIndex((part) => part.type === 'text');
  if (annotations.length === 0 || last === -1) return parts;
  return parts.map((part, index) =>
    index === last && part.type === 'text' ? { ...part, annotations } : part,
  );
}

function readCalls(message: Fields, signatures: ReadonlyMap<string, string>): AnswerToolCall[] {
  const calls = asFieldList(message['tool_calls']);
  const legacy = asFields(message['function_call']);
  const all = calls.length === 0 && 'name' in legacy ? [{ function: legacy }] : calls;
  return all.map((call) => readCall(call, signatures));
}

function readCall(call: Fields, signatures: ReadonlyMap<string, string>): AnswerToolCall {
  const { arguments: given, name } = asFields(call['function']);
  const id = asText(call['id']) || `call_${makeUlid()}`;
  const thoughtSignature = readCallSignature(call) ?? signatures.get(id);
  return {
    type: 'tool-call',
    id,
    name: asText(name) ?? '',
    arguments: normalizeArguments(given),
    ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
  };
}
