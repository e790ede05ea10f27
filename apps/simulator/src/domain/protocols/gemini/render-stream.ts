import { listAnswerPieces, listReasoningPieces, type Answer } from '../../answer';
import { planStream } from '../../plan-stream';
import type { StreamPlan } from '../../protocol';
import {
  getFinishWord,
  getSignature,
  listCallParts,
  makeGrounding,
  renderChunk,
} from './render-answer';
import { renderUsage } from './render-usage';

/** Usage grows with every chunk and is final in the one with the finish reason. */
export function renderStream(answer: Answer): StreamPlan {
  const { instructions, reasoningTokens, toolCalls } = answer;
  const thoughts = listReasoningPieces(answer).map((text) => ({ text, thought: true }));
  const parts = [
    ...thoughts,
    ...(toolCalls.length > 0
      ? listCallParts(answer)
      : listAnswerPieces(answer).map((text) => ({ text }))),
  ];
  const contents = parts.map((part, index) => {
    const usage = renderUsage(answer, Math.max(0, index + 1 - reasoningTokens));
    return event(renderChunk(answer, { parts: [part], finish: undefined, usage }));
  });
  const last = {
    parts: [{ text: '', thoughtSignature: getSignature(answer) }],
    finish: getFinishWord(answer),
    usage: renderUsage(answer),
    grounding: makeGrounding(answer),
  };
  const error =
    '{"error":{"code":503,"message":"The model is overloaded. Please try again later.",' +
    '"status":"UNAVAILABLE"}}';
  return planStream(answer, {
    opening: [],
    contents: instructions.body === 'empty_choices' ? [] : contents,
    closing: [event(renderChunk(answer, last))],
    error: event(error),
  });
}

function event(data: string): string {
  return `data: ${data}\r\n\r\n`;
}
