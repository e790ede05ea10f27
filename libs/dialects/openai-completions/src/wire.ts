import { formatGenerationId } from '@tollgate/ids';
import type { AnswerFace, FinishReason } from '@tollgate/model-spec';
import type { Completion, CompletionChoice } from 'openai/resources/completions';

type WireChoice = Omit<CompletionChoice, 'finish_reason'> & {
  readonly finish_reason: FinishReason | null;
  readonly native_finish_reason?: string | null;
};

/** A completion, or a piece of one, as OpenAI has them. */
export type WireCompletion = Omit<Completion, 'choices' | 'usage'> & {
  readonly choices: readonly WireChoice[];
};

/** A text as the only choice of a completion. */
export function writeCompletion(
  { createdAtSeconds, model, ulid }: AnswerFace,
  text: string,
  end?: Pick<WireChoice, 'finish_reason' | 'native_finish_reason'>,
): WireCompletion {
  return {
    id: formatGenerationId(ulid),
    object: 'text_completion',
    created: createdAtSeconds,
    model,
    choices: [{ index: 0, text, logprobs: null, ...(end ?? { finish_reason: null }) }],
  };
}
