import { normalizeArguments, omitUndefined, writeReasoningDetails } from '@tollgate/model-kit';
import { formatGenerationId } from '@tollgate/ids';
import type { AnswerPart, Dialect, NeutralAnswer } from '@tollgate/model-spec';
import { renderUsage } from './render-usage';
import type { WireAnswer, WireMessage } from './wire';
import { writeAnnotation, writeCall, writeImage } from './write-parts';

/** A translated answer as a chat completion. */
export const renderResponse: Dialect['renderResponse'] = (answer, input, settled) =>
  renderChoices([answer], input, settled);

export const renderChoices: NonNullable<Dialect['renderChoices']> = (
  answers,
  { face },
  settled,
) => {
  const body: WireAnswer = {
    id: formatGenerationId(face.ulid),
    object: 'chat.completion',
    created: face.createdAtSeconds,
    model: face.model,
    choices: answers.map((answer, index) => ({
      index,
      message: renderMessage(answer),
      logprobs: null,
      finish_reason: answer.finishReason ?? 'stop',
      native_finish_reason: answer.nativeFinishReason ?? null,
    })),
    usage: renderUsage(settled),
  };
  return JSON.stringify(body);
};

function renderMessage({ parts }: NeutralAnswer): WireMessage {
  const texts = pick(parts, 'text');
  const calls = pick(parts, 'tool-call');
  const images = pick(parts, 'image').map(({ url }, index) => writeImage(url, index));
  const refusals = pick(parts, 'refusal');
  const thoughts = pick(parts, 'reasoning');
  const reasoning = thoughts.map(({ text }) => text).join('');
  // Unsigned reasoning carries nothing beyond its text.
  const signed = thoughts.filter(({ format }) => format !== 'unknown');
  const annotations = texts.flatMap((text) => text.annotations ?? []).map(writeAnnotation);
  const isSilent = calls.length + images.length + refusals.length > 0;
  return omitUndefined<WireMessage>({
    role: 'assistant',
    content: texts.length === 0 && isSilent ? null : texts.map(({ text }) => text).join(''),
    refusal: refusals.length === 0 ? null : refusals.map(({ text }) => text).join(''),
    reasoning: reasoning === '' ? undefined : reasoning,
    reasoning_details: orAbsent(writeReasoningDetails(signed, calls)),
    tool_calls: orAbsent(
      calls.map(({ arguments: text, id, name }) => writeCall(id, name, normalizeArguments(text))),
    ),
    images: orAbsent(images),
    annotations: orAbsent(annotations),
  });
}

function pick<Type extends AnswerPart['type']>(
  parts: readonly AnswerPart[],
  type: Type,
): readonly Extract<AnswerPart, { type: Type }>[] {
  return parts.filter((part): part is Extract<AnswerPart, { type: Type }> => part.type === type);
}

function orAbsent<Item>(list: Item[]): Item[] | undefined {
  return list.length === 0 ? undefined : list;
}
