import type { ProviderRow } from '@tollgate/provider-table';
import type { Answer } from '../answer';
import { asRecords, isRecord, type Fields } from '../fields';
import { foundSource } from '../found-source';
import type { StreamPlan } from '../protocol';

type Draft = Record<string, unknown>;

/** A plain answer of OpenAI in the form of this provider. */
export function reshapeAnswer(text: string, answer: Answer, row: ProviderRow): string {
  const body = { ...(JSON.parse(text) as Draft), ...listSources(row) };
  for (const choice of asRecords(body['choices'])) {
    const message = choice['message'] as Draft;
    moveReasoning(message, row);
    if (!answer.instructions.isLean) continue;
    delete message['role'];
    for (const call of asRecords(message['tool_calls'])) {
      delete (call as Draft)['type'];
      delete (call as Draft)['id'];
    }
  }
  return JSON.stringify(answer.instructions.isLean ? dropFrame(body) : body);
}

/** The events of OpenAI's stream in the form of this provider. */
export function reshapeStream(plan: StreamPlan, answer: Answer, row: ProviderRow): StreamPlan {
  const events = plan.events.map((event) => reshapeEvent(event, answer, row));
  return {
    ...plan,
    events: row.quirks?.streamOptions === false ? joinUsage(events) : events,
  };
}

function reshapeEvent(event: string, { instructions }: Answer, row: ProviderRow): string {
  const chunk = readEvent(event);
  if (chunk === undefined) return event;
  for (const choice of asRecords(chunk['choices'])) {
    const delta = choice['delta'] as Draft;
    moveReasoning(delta, row);
    if (!instructions.isLean) continue;
    delete delta['role'];
    for (const call of asRecords(delta['tool_calls'])) {
      delete (call as Draft)['type'];
      delete (call as Draft)['index'];
    }
  }
  const whole = { ...chunk, ...listSources(row) };
  return writeEvent(instructions.isLean ? dropFrame(whole) : whole);
}

/** Perplexity lists its sources beside the choices, in every chunk of a stream. */
function listSources({ webSearch }: ProviderRow): Draft {
  if (webSearch !== 'always') return {};
  const source = { ...foundSource, date: '2026-01-01', snippet: 'The gate opens' };
  return { citations: [foundSource.url], search_results: [source] };
}

/** The simulator shows reasoning as `reasoning_content`. */
function moveReasoning(message: Draft, row: ProviderRow): void {
  const { reasoningAnswer = 'reasoning_content' } = row;
  const { content, reasoning_content: text } = message;
  if (typeof text !== 'string' || reasoningAnswer === 'reasoning_content') return;
  delete message['reasoning_content'];
  if (reasoningAnswer === 'reasoning') {
    message['reasoning'] = text;
    return;
  }
  const thought = { type: 'thinking', thinking: [{ type: 'text', text }] };
  message['content'] = content ? [thought, { type: 'text', text: content }] : [thought];
}

function dropFrame({ created: _created, object: _object, ...body }: Draft): Draft {
  return body;
}

/** The usage is in the chunk with the finish reason, not in one of its own. */
function joinUsage(events: readonly string[]): string[] {
  const chunks = events.map(readEvent);
  const usage = chunks.find((chunk) => isRecord(chunk?.['usage']))?.['usage'];
  return events.flatMap((event, index) => {
    const chunk = chunks[index];
    if (chunk === undefined) return [event];
    const choices = asRecords(chunk['choices']);
    if (choices.length === 0) return [];
    const { usage: _usage, ...rest } = chunk;
    const isLast = choices.some(({ finish_reason: reason }) => typeof reason === 'string');
    return [writeEvent(isLast && usage !== undefined ? { ...rest, usage } : rest)];
  });
}

const dataStart = 'data: ';

/** Undefined: the end of the stream, or an event that is broken on purpose. */
function readEvent(event: string): Draft | undefined {
  if (!event.startsWith(`${dataStart}{`)) return undefined;
  try {
    return JSON.parse(event.slice(dataStart.length)) as Draft;
  } catch {
    return undefined;
  }
}

function writeEvent(chunk: Fields): string {
  return `${dataStart}${JSON.stringify(chunk)}\n\n`;
}
