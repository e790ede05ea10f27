import type { AnswerPart, FinishReason } from '@tollgate/model-spec';
import { makeUlid } from '@tollgate/ids';
import { asText, asWire, asWireList, formatDataUri, type Wire } from '@tollgate/model-kit';
import { isBlocked, mapStopReason } from './map-stop-reason';
import type {
  Candidate,
  Content,
  FunctionCall,
  GenerateContentResponse,
  GenerateContentResponsePromptFeedback,
  Part,
} from './wire';

type Blob = NonNullable<Part['inlineData']>;

/** Only one candidate is ever requested. */
export function readCandidate(body: Wire<GenerateContentResponse>): Wire<Candidate> {
  return asWireList<Candidate>(body.candidates)[0] ?? {};
}

export function readParts(candidate: Wire<Candidate>): readonly Wire<Part>[] {
  return asWireList<Part>(asWire<Content>(candidate.content).parts);
}

/** The neutral form of a part; signatures and reasoning are read elsewhere. */
export function readCall(part: Wire<Part>): Extract<AnswerPart, { type: 'tool-call' }> | undefined {
  if (part.functionCall === undefined) return undefined;
  const call = asWire<FunctionCall>(part.functionCall);
  const thoughtSignature = asText(part.thoughtSignature);
  return {
    type: 'tool-call',
    // Older models send no id, and results could not be matched.
    id: asText(call.id) ?? `call_${makeUlid()}`,
    name: asText(call.name) ?? '',
    arguments: JSON.stringify(call.args ?? {}),
    ...(thoughtSignature !== undefined && { thoughtSignature }),
  };
}

export function readImage(part: Wire<Part>): Extract<AnswerPart, { type: 'image' }> | undefined {
  const { data, mimeType } = asWire<Blob>(part.inlineData);
  if (typeof data !== 'string' || typeof mimeType !== 'string') return undefined;
  if (!mimeType.startsWith('image/')) return undefined;
  return { type: 'image', url: formatDataUri({ mediaType: mimeType, data }) };
}

export interface Ending {
  readonly finishReason: FinishReason;
  readonly nativeFinishReason: string;
}

/** The stop reason; undefined: there is none. A call counts as a call whatever the reason. */
export function readEnding(
  body: Wire<GenerateContentResponse>,
  hasCall: boolean,
): Ending | undefined {
  const feedback = asWire<GenerateContentResponsePromptFeedback>(body.promptFeedback);
  if (isBlocked(feedback.blockReason)) {
    return { finishReason: 'content_filter', nativeFinishReason: feedback.blockReason };
  }
  const word = asText(readCandidate(body).finishReason);
  const finishReason = mapStopReason(word);
  if (word === undefined || finishReason === undefined) return undefined;
  const isCall = finishReason === 'stop' && hasCall;
  return { finishReason: isCall ? 'tool_calls' : finishReason, nativeFinishReason: word };
}
