import { listAnswerPieces, type Answer } from '../../answer';
import { planStream } from '../../plan-stream';
import type { StreamPlan } from '../../protocol';
import { getFinishWord } from '../openai/render-answer';
import { renderUsage } from '../openai/render-usage';
import { renderLogprobs } from './render-answer';

const doneEvent = 'data: [DONE]\n\n';
const errorEvent =
  'data: {"error":{"message":"The server had an error while processing your request.",' +
  '"type":"server_error","param":null,"code":null}}\n\n';

/** All events of a streamed answer, and how the stream ends. */
export function renderStream(answer: Answer): StreamPlan {
  const { instructions, request } = answer;
  const isEmpty = instructions.body === 'empty_choices';
  const indexes = Array.from({ length: isEmpty ? 0 : request.choices }, (_unused, index) => index);
  const chunk = (index: number, text: string, finishReason: string | null): string =>
    renderChunk(answer, [
      {
        text,
        index,
        logprobs: request.hasLogprobs === true && text !== '' ? renderLogprobs([text]) : null,
        finish_reason: finishReason,
      },
    ]);
  const echoes = indexes.flatMap((index) => {
    const echo = request.echoes?.[index];
    return echo === undefined ? [] : [chunk(index, echo, null)];
  });
  const contents = listAnswerPieces(answer).flatMap((piece) =>
    indexes.map((index) => chunk(index, piece, null)),
  );
  const usage = request.hasStreamUsage ? renderUsage(answer) : undefined;
  return planStream(answer, {
    opening: [],
    contents: [...echoes, ...contents],
    closing: [
      ...indexes.map((index) => chunk(index, '', getFinishWord(answer))),
      ...(usage === undefined ? [] : [renderChunk(answer, [], usage)]),
      doneEvent,
    ],
    error: errorEvent,
  });
}

/** `usage` is on every event, as null, exactly when it was requested. */
function renderChunk(answer: Answer, choices: readonly object[], usage = 'null'): string {
  const { createdSeconds, id, request } = answer;
  const head = JSON.stringify({
    id,
    object: 'text_completion',
    created: createdSeconds,
    choices,
    model: request.model,
  });
  const tail = request.hasStreamUsage ? `,"usage":${usage}}` : '}';
  return `data: ${head.slice(0, -1)}${tail}\n\n`;
}
