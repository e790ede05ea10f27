import { listReasoningPieces, listTextPieces, type Answer } from '../../answer';
import { getContentDelta } from '../../answer-text';
import { makeAnswerAudio } from '../../media/answer-audio';
import { interleave, planStream } from '../../plan-stream';
import type { StreamPlan } from '../../protocol';
import { getFinishWord, renderAnnotations } from './render-answer';
import { renderEarlyUsage, renderUsage } from './render-usage';

const doneEvent = 'data: [DONE]\n\n';
const errorEvent =
  'data: {"error":{"message":"The server had an error while processing your request.",' +
  '"type":"server_error","param":null,"code":null}}\n\n';

/** All events of a streamed answer, and how the stream ends. */
export function renderStream(answer: Answer): StreamPlan {
  const frame = makeFrame(answer);
  const isEmpty = answer.instructions.body === 'empty_choices';
  const opening = isEmpty
    ? [frame.bare('null')]
    : forEachChoice(answer, (index) => frame.choice(index, renderOpening(answer), null));
  const finish = isEmpty
    ? []
    : forEachChoice(answer, (index) => frame.choice(index, '{}', getFinishWord(answer)));
  return planStream(answer, {
    opening,
    contents: isEmpty ? [] : renderContents(answer, frame),
    closing: [...finish, ...renderUsageEvents(answer, frame), doneEvent],
    error: errorEvent,
  });
}

interface Frame {
  /** An event with this delta as the only entry of `choices`. */
  readonly choice: (index: number, deltaJson: string, finishReason: string | null) => string;
  /** An event with no choice in it. */
  readonly bare: (usageJson: string) => string;
}

/** `usage` is on every event, as null, exactly when it was requested. */
function makeFrame({ id, createdSeconds, request, serviceTier }: Answer): Frame {
  const start =
    `data: {"id":"${id}","object":"chat.completion.chunk","created":${createdSeconds},` +
    `"model":${JSON.stringify(request.model)},"service_tier":"${serviceTier ?? 'default'}",` +
    '"system_fingerprint":"fp_simulator","choices":[';
  const noUsage = request.hasStreamUsage ? '"usage":null,' : '';
  const end = '"obfuscation":"s1mul4tor"}\n\n';
  return {
    choice: (index, deltaJson, finishReason) =>
      `${start}{"index":${index},"delta":${deltaJson},"logprobs":null,"finish_reason":` +
      `${finishReason === null ? 'null' : `"${finishReason}"`}}],${noUsage}${end}`,
    bare: (usageJson) => `${start}],"usage":${usageJson},${end}`,
  };
}

function forEachChoice(answer: Answer, render: (index: number) => string): string[] {
  return Array.from({ length: answer.request.choices }, (_, index) => render(index));
}

function renderOpening({ toolCalls }: Answer): string {
  const content = toolCalls.length > 0 ? 'null' : '""';
  return `{"role":"assistant","content":${content},"refusal":null}`;
}

function renderContents(answer: Answer, frame: Frame): string[] {
  const { instructions, toolCalls } = answer;
  const deltas: string[] = [];
  if (instructions.body === 'huge_event') {
    deltas.push(`{"content":"${'x'.repeat(instructions.hugeBytes)}"}`);
  }
  if (instructions.showsReasoning) {
    for (const piece of listReasoningPieces(answer))
      deltas.push(`{"reasoning_content":${JSON.stringify(piece)}}`);
  }
  // Not as arguments of push: a stack has room for fewer than the longest answer has pieces.
  const said = renderAudio(answer) ?? renderText(answer);
  const all = deltas.concat(toolCalls.length > 0 ? renderCalls(answer) : said);
  if (answer.searches > 0) all.push(`{"annotations":${renderAnnotations(answer)}}`);
  return all.flatMap((delta) => forEachChoice(answer, (index) => frame.choice(index, delta, null)));
}

/** The id comes with the first words, sound and words alternate, the expiry is last. */
function renderAudio(answer: Answer): string[] | undefined {
  const audio = makeAnswerAudio(answer);
  if (audio === undefined) return undefined;
  const { data, expiresAtSeconds, id, transcript } = audio;
  // Groups of four characters are whole bytes.
  const size = Math.max(4, Math.ceil(data.length / Math.max(1, transcript.length) / 4) * 4);
  const deltas: object[] = transcript.flatMap((words, index) => [
    index === 0 ? { id, transcript: words } : { transcript: words },
    { data: data.slice(index * size, (index + 1) * size) },
  ]);
  deltas.push({ expires_at: expiresAtSeconds });
  return deltas.map((delta) => JSON.stringify({ audio: delta }));
}

/** The story has its pieces ready as JSON: this is the upstream of the benchmark. */
function renderText(answer: Answer): string[] {
  const { instructions, text, visibleTokens } = answer;
  if (text === undefined && !instructions.isRefusal) {
    return Array.from({ length: visibleTokens }, (_, index) => getContentDelta(index));
  }
  const name = instructions.isRefusal ? 'refusal' : 'content';
  return listTextPieces(answer).map((piece) => JSON.stringify({ [name]: piece }));
}

function renderCalls({ instructions, toolCalls }: Answer): string[] {
  const calls = toolCalls.map(({ id, name, pieces }, index) => [
    JSON.stringify({
      tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }],
    }),
    ...pieces.map((piece) =>
      JSON.stringify({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]);
  return interleave(calls, instructions.isInterleaved);
}

function renderUsageEvents(answer: Answer, frame: Frame): string[] {
  const usage = answer.request.hasStreamUsage ? renderUsage(answer) : undefined;
  if (usage === undefined) return [];
  const early = answer.instructions.usage === 'twice' ? [frame.bare(renderEarlyUsage(answer))] : [];
  return [...early, frame.bare(usage)];
}
