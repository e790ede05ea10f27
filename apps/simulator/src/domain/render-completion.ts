import type { Answer } from './answer';
import { getAnswerJson } from './answer-text';
import { renderEarlyUsage, renderUsage } from './render-usage';
import { argumentPieces, makeToolCall } from './tool-call';

/** The body of a plain answer. Put together by hand: this is the upstream of the benchmark. */
export function renderCompletion(answer: Answer): string {
  const { id, createdSeconds, request, instructions } = answer;
  const choices: string[] = [];
  if (instructions.body !== 'empty_choices') {
    const message = renderMessage(answer);
    for (let index = 0; index < request.choices; index++) {
      choices.push(
        `{"index":${index},"message":${message},"logprobs":null,` +
          `"finish_reason":"${answer.finishReason}"}`,
      );
    }
  }
  return (
    `{"id":"${id}","object":"chat.completion","created":${createdSeconds},` +
    `"model":${JSON.stringify(request.model)},"choices":[${choices.join(',')}]` +
    `${renderUsageField(answer)},"service_tier":"default","system_fingerprint":"fp_simulator"}`
  );
}

function renderUsageField(answer: Answer): string {
  const usage = renderUsage(answer);
  if (usage === undefined) return '';
  // The same name twice: a JSON reader keeps the last.
  const early = answer.instructions.usage === 'twice' ? `,"usage":${renderEarlyUsage(answer)}` : '';
  return `${early},"usage":${usage}`;
}

function renderMessage(answer: Answer): string {
  const { instructions, request } = answer;
  if (instructions.isToolCall) {
    const { id, name } = makeToolCall(request.tools, answer.id);
    const call = { name, arguments: argumentPieces.join('') };
    return JSON.stringify({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: call }],
      refusal: null,
      annotations: [],
    });
  }
  const content =
    instructions.body === 'huge_event'
      ? `"${'x'.repeat(instructions.hugeBytes)}"`
      : getAnswerJson(answer.visibleTokens);
  return `{"role":"assistant","content":${content},"refusal":null,"annotations":[]}`;
}
