import { makeAnswerAudio } from '../../media/answer-audio';
import { makeAnswerImage } from '../../media/answer-image';
import { listReasoningPieces, listTextPieces, type Answer } from '../../answer';
import { getAnswerJson } from '../../answer-text';
import { foundSource } from '../../found-source';
import { renderEarlyUsage, renderUsage } from './render-usage';

/** The body of a plain answer. Put together by hand: this is the upstream of the benchmark. */
export function renderAnswer(answer: Answer): string {
  const { id, createdSeconds, request, instructions } = answer;
  const choices: string[] = [];
  if (instructions.body !== 'empty_choices') {
    const message = renderMessage(answer);
    for (let index = 0; index < request.choices; index++) {
      choices.push(
        `{"index":${index},"message":${message},"logprobs":null,` +
          `"finish_reason":"${getFinishWord(answer)}"}`,
      );
    }
  }
  return (
    `{"id":"${id}","object":"chat.completion","created":${createdSeconds},` +
    `"model":${JSON.stringify(request.model)},"choices":[${choices.join(',')}]` +
    `${renderUsageField(answer)},"service_tier":"${answer.serviceTier ?? 'default'}","system_fingerprint":"fp_simulator"}`
  );
}

function renderUsageField(answer: Answer): string {
  const usage = renderUsage(answer);
  if (usage === undefined) return '';
  // The same name twice: a JSON reader keeps the last.
  const early = answer.instructions.usage === 'twice' ? `,"usage":${renderEarlyUsage(answer)}` : '';
  return `${early},"usage":${usage}`;
}

/** OpenAI has no word for a refusal: the model stops. */
export function getFinishWord({ finishReason }: Answer): string {
  return finishReason === 'refusal' ? 'stop' : finishReason;
}

function renderMessage(answer: Answer): string {
  const { instructions, text, toolCalls } = answer;
  const shown = instructions.showsReasoning
    ? { reasoning_content: listReasoningPieces(answer).join('') }
    : {};
  const reasoning = instructions.showsReasoning ? `,${JSON.stringify(shown).slice(1, -1)}` : '';
  if (instructions.isRefusal) {
    const refusal = JSON.stringify(listTextPieces(answer).join(''));
    return `{"role":"assistant","content":null,"refusal":${refusal},"annotations":[]}`;
  }
  if (toolCalls.length > 0) {
    return JSON.stringify({
      role: 'assistant',
      content: null,
      ...shown,
      tool_calls: toolCalls.map(({ arguments: text, id, name }) => ({
        id,
        type: 'function',
        function: { name, arguments: text },
      })),
      refusal: null,
      annotations: [],
    });
  }
  const audio = makeAnswerAudio(answer);
  if (audio !== undefined) {
    const { data, expiresAtSeconds: expires_at, id, transcript } = audio;
    const spoken = { id, data, expires_at, transcript: transcript.join('') };
    const message = { role: 'assistant', content: null, refusal: null };
    return JSON.stringify({ ...message, audio: spoken, annotations: [] });
  }
  const content =
    instructions.body === 'huge_event'
      ? `"${'x'.repeat(instructions.hugeBytes)}"`
      : text === undefined
        ? getAnswerJson(answer.visibleTokens)
        : JSON.stringify(text);
  const images = renderImages(answer);
  return `{"role":"assistant","content":${content}${reasoning}${images},"refusal":null,"annotations":${renderAnnotations(answer)}}`;
}

/** The protocol shows a search only by its citations. */
export function renderAnnotations({ searches }: Answer): string {
  if (searches === 0) return '[]';
  const citation = { start_index: 0, end_index: 1, ...foundSource };
  return JSON.stringify([{ type: 'url_citation', url_citation: citation }]);
}

/** As aggregators show them beside the text. */
function renderImages(answer: Answer): string {
  const data = makeAnswerImage(answer);
  if (data === undefined) return '';
  const url = `data:image/png;base64,${data}`;
  return `,"images":[{"type":"image_url","image_url":{"url":"${url}"},"index":0}]`;
}
