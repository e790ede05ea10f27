import type { AnswerPart, AnswerReader, NeutralAnswer } from '@tollgate/model-spec';
import { asText, asWire, type Fields, type Wire } from '@tollgate/model-kit';
import { mapUsage } from './map-usage';
import { readCode } from './read-code';
import { readCall, readCandidate, readEnding, readImage, readParts } from './read-content';
import { annotate, readGrounding } from './read-grounding';
import type { GenerateContentResponse, Part } from './wire';

const format = 'google';

/** Reads a whole answer. */
export const readResponse = makeResponseReader(false);

/** `isBilledByQuery`: each query of Google Search counts as a use. */
export function makeResponseReader(isBilledByQuery: boolean): AnswerReader['readResponse'] {
  return (body) => readBody(body, isBilledByQuery);
}

function readBody(body: Fields, isBilledByQuery: boolean): NeutralAnswer {
  const response = asWire<GenerateContentResponse>(body);
  const parts: AnswerPart[] = [];
  const candidate = readCandidate(response);
  const wireParts = readParts(candidate);
  for (const part of wireParts) addPart(parts, part);
  const ending = readEnding(
    response,
    parts.some(({ type }) => type === 'tool-call'),
  );
  const grounding = readGrounding(candidate, wireParts.map(readAnswerText), isBilledByQuery);
  return {
    parts: grounding === undefined ? parts : annotate(parts, grounding.annotations),
    finishReason: ending?.finishReason,
    nativeFinishReason: ending?.nativeFinishReason,
    usage: mapUsage(response.usageMetadata),
    ...(grounding !== undefined && { extras: grounding.extras }),
  };
}

/** Thoughts are no part of the text that segments count. */
function readAnswerText(part: Wire<Part>): string {
  return part.thought === true ? '' : (asText(part.text) ?? '');
}

function addPart(parts: AnswerPart[], part: Wire<Part>): void {
  const other = readCall(part) ?? readImage(part);
  if (other !== undefined) {
    parts.push(other);
    return;
  }
  const text = asText(part.text) ?? readCode(part) ?? '';
  const signature = asText(part.thoughtSignature);
  if (part.thought === true) {
    parts.push({ type: 'reasoning', text, format, ...(signature !== undefined && { signature }) });
    return;
  }
  if (signature !== undefined) addSignature(parts, signature);
  if (text !== '') parts.push({ type: 'text', text });
}

/** Text may be signed too: the signature belongs to the reasoning before it, visible or not. */
function addSignature(parts: AnswerPart[], signature: string): void {
  const index = parts.findLastIndex(({ type }) => type === 'reasoning');
  const thought = parts[index];
  if (thought?.type === 'reasoning' && thought.signature === undefined) {
    parts[index] = { ...thought, signature };
    return;
  }
  parts.push({ type: 'reasoning', text: '', format, signature });
}
