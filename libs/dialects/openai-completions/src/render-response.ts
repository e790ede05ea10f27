import type { AnswerFace, NeutralAnswer, SettledUsage } from '@tollgate/model-spec';
import type { CompletionsRequest } from './parse-request';
import { renderUsage } from './render-usage';
import { writeCompletion } from './wire';

/** The answer of a conversation as a completion; reasoning has no place in it. */
export function renderResponse(
  { finishReason = 'stop', nativeFinishReason, parts }: NeutralAnswer,
  { face, request }: { readonly face: AnswerFace; readonly request: CompletionsRequest },
  settled: SettledUsage,
): string {
  const texts = parts.map((part) =>
    part.type === 'text' || part.type === 'refusal' ? part.text : '',
  );
  const text = readEcho(request) + texts.join('');
  const end = { finish_reason: finishReason, native_finish_reason: nativeFinishReason ?? null };
  return JSON.stringify({ ...writeCompletion(face, text, end), usage: renderUsage(settled) });
}

/** What the answer begins with. */
export function readEcho({ hasEcho, prompt }: CompletionsRequest): string {
  return hasEcho ? (prompt ?? '') : '';
}
