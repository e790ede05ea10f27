import type { PreparedRequest } from '../../domain/endpoint';
import type { UpstreamAnswer } from './open-upstream';

type Open = (signal: AbortSignal) => Promise<UpstreamAnswer>;

/** One of several requests was refused. */
class ChoiceRefused extends Error {
  override readonly name = 'ChoiceRefused';

  constructor(readonly answer: UpstreamAnswer) {
    super(`a choice was refused with ${answer.status}`);
  }
}

/**
 * Sends a request once for each choice. All succeed, or the others are given up: then it raises
 * the first failure, or returns the first refusal alone.
 */
export async function openChoices(
  open: Open,
  { choices: joined }: Pick<PreparedRequest, 'choices'>,
  clientGone: AbortSignal,
): Promise<readonly [UpstreamAnswer, ...UpstreamAnswer[]]> {
  if (joined === undefined) return [await open(clientGone)];
  const choices = Array.from({ length: joined.count }, () => new AbortController());
  // The one whose failure counts: its body is still to be read.
  let failed: AbortController | undefined;
  const openOne = async (choice: AbortController): Promise<UpstreamAnswer> => {
    try {
      const answer = await open(AbortSignal.any([clientGone, choice.signal]));
      if (answer.status < 200 || answer.status >= 300) throw new ChoiceRefused(answer);
      return answer;
    } catch (error) {
      failed ??= choice;
      throw error;
    }
  };
  try {
    const [first, ...others] = await Promise.all(choices.map(openOne));
    return [first as UpstreamAnswer, ...others];
  } catch (error) {
    for (const choice of choices) if (choice !== failed) choice.abort();
    if (error instanceof ChoiceRefused) return [error.answer];
    throw error;
  }
}
