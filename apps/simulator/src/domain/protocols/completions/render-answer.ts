import { listAnswerPieces, type Answer } from '../../answer';
import { getFinishWord } from '../openai/render-answer';
import { renderUsage } from '../openai/render-usage';

/** The body of a plain answer. */
export function renderAnswer(answer: Answer): string {
  const { createdSeconds, id, instructions, request } = answer;
  const pieces = listAnswerPieces(answer);
  const count = instructions.body === 'empty_choices' ? 0 : request.choices;
  const choices = Array.from({ length: count }, (_unused, index) => ({
    text: (request.echoes?.[index] ?? '') + pieces.join(''),
    index,
    logprobs: request.hasLogprobs === true ? renderLogprobs(pieces) : null,
    finish_reason: getFinishWord(answer),
  }));
  const usage = renderUsage(answer);
  const head = JSON.stringify({
    id,
    object: 'text_completion',
    created: createdSeconds,
    model: request.model,
    choices,
  });
  return usage === undefined ? head : `${head.slice(0, -1)},"usage":${usage}}`;
}

const likely = -0.25;

/** Of the generated tokens only. */
export function renderLogprobs(pieces: readonly string[]): object {
  let offset = 0;
  return {
    tokens: pieces,
    token_logprobs: pieces.map(() => likely),
    top_logprobs: pieces.map((piece) => ({ [piece]: likely })),
    text_offset: pieces.map((piece) => {
      const start = offset;
      offset += piece.length;
      return start;
    }),
  };
}
