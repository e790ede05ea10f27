import type { AnswerPart, AnswerReader } from '@tollgate/model-spec';
import { asText, asWire, type Wire } from '@tollgate/model-kit';
import { mapUsage } from './map-usage';
import { readCode } from './read-code';
import { readCall, readCandidate, readEnding, readImage, readParts } from './read-content';
import type { GenerateContentResponse, Part } from './wire';

const format = 'google';

export const readResponse: AnswerReader['readResponse'] = (body) => {
  const response = asWire<GenerateContentResponse>(body);
  const parts: AnswerPart[] = [];
  for (const part of readParts(readCandidate(response))) addPart(parts, part);
  const ending = readEnding(
    response,
    parts.some(({ type }) => type === 'tool-call'),
  );
  return {
    parts,
    finishReason: ending?.finishReason,
    nativeFinishReason: ending?.nativeFinishReason,
    usage: mapUsage(response.usageMetadata),
  };
};

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
