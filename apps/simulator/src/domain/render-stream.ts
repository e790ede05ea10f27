import type { Answer } from './answer';
import { getContentDelta } from './answer-text';
import { renderEarlyUsage, renderUsage } from './render-usage';
import { argumentPieces, makeToolCall } from './tool-call';

export interface StreamPlan {
  /** Whole SSE events, in order. */
  readonly events: readonly string[];
  readonly ending: 'end' | 'hang' | 'cut';
}

/** All events of a streamed answer, and how the stream ends. */
export function renderStream(answer: Answer): StreamPlan {
  const { instructions } = answer;
  const frame = makeFrame(answer);
  const contents = renderContents(answer, frame);
  const { hangAfter, cutAfter } = instructions;
  const stopAfter = hangAfter ?? cutAfter;
  if (stopAfter !== undefined) {
    const opening = contents.slice(0, answer.request.choices + stopAfter);
    return { events: opening, ending: hangAfter === undefined ? 'cut' : 'hang' };
  }
  const events = [...contents, ...renderFinish(answer, frame), ...renderUsageEvents(answer, frame)];
  return { events: [...events, 'data: [DONE]\n\n'], ending: 'end' };
}

interface Frame {
  /** An event whose `choices` has one entry with this delta. */
  readonly choice: (index: number, deltaJson: string, finishReason: string | null) => string;
  /** An event with no choice in it. */
  readonly bare: (usageJson: string) => string;
}

/** `usage` is there, as null, on every event exactly when it was asked for. */
function makeFrame({ id, createdSeconds, request }: Answer): Frame {
  const start =
    `data: {"id":"${id}","object":"chat.completion.chunk","created":${createdSeconds},` +
    `"model":${JSON.stringify(request.model)},"service_tier":"default",` +
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

/** The opening event of each choice, then the content. */
function renderContents(answer: Answer, frame: Frame): string[] {
  const { instructions, visibleTokens, request } = answer;
  if (instructions.body === 'empty_choices') return [frame.bare('null')];
  if (instructions.isToolCall) return renderToolCall(answer, frame);
  const opening = '{"role":"assistant","content":"","refusal":null}';
  const events = forEachChoice(answer, (index) => frame.choice(index, opening, null));
  if (instructions.body === 'bad_sse') events.push('data: {"id":"chatcmpl-broken","cho\n\n');
  if (instructions.body === 'huge_event') {
    const content = `{"content":"${'x'.repeat(instructions.hugeBytes)}"}`;
    events.push(frame.choice(0, content, null));
  }
  for (let token = 0; token < visibleTokens; token++) {
    const delta = getContentDelta(token);
    for (let index = 0; index < request.choices; index++) {
      events.push(frame.choice(index, delta, null));
    }
  }
  return events;
}

function renderToolCall(answer: Answer, frame: Frame): string[] {
  const { id, name } = makeToolCall(answer.request.tools, answer.id);
  const opening = JSON.stringify({
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: '' } }],
    refusal: null,
  });
  return [
    ...forEachChoice(answer, (index) => frame.choice(index, opening, null)),
    ...argumentPieces.flatMap((piece) => {
      const delta = JSON.stringify({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
      return forEachChoice(answer, (index) => frame.choice(index, delta, null));
    }),
  ];
}

function renderFinish(answer: Answer, frame: Frame): string[] {
  if (answer.instructions.body === 'empty_choices') return [];
  return forEachChoice(answer, (index) => frame.choice(index, '{}', answer.finishReason));
}

function renderUsageEvents(answer: Answer, frame: Frame): string[] {
  const usage = answer.request.hasStreamUsage ? renderUsage(answer) : undefined;
  if (usage === undefined) return [];
  const early = answer.instructions.usage === 'twice' ? [frame.bare(renderEarlyUsage(answer))] : [];
  return [...early, frame.bare(usage)];
}
