import type { SseEvent } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import fc from 'fast-check';
import {
  join,
  nameEvent,
  someAnswer,
  someCallPart,
  someSignature,
  someTextPart,
  type AnswerWire,
  type GivenAnswer,
  type GivenPart,
} from './given-answer';
import { someText } from '../conversations/conversation';

/** Its summary may be empty: then only the sealed content is there. */
const thought: fc.Arbitrary<GivenPart> = fc.record({
  is: fc.constant('thought' as const),
  pieces: fc.array(someText, { maxLength: 3 }),
  signature: someSignature,
  id: fc.constantFrom('rs_a', 'rs_b'),
});

/** Items come in any order. */
const some = someAnswer(fc.array(fc.oneof(thought, someTextPart, someCallPart), { maxLength: 4 }));

export const wireResponses: AnswerWire = {
  some,
  toBody: (answer) => writeResponse(answer),
  toEvents: (answer) => {
    const begun = { ...writeResponse(answer), status: 'in_progress', output: [], usage: null };
    const end = answer.ending === 'stop' ? 'response.completed' : 'response.incomplete';
    const events = [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      ...answer.parts.flatMap(writeEvents),
      { type: end, response: writeResponse(answer) },
    ];
    return events.map(({ type, ...fields }, index): SseEvent => {
      return nameEvent({ type, sequence_number: index, ...fields });
    });
  },
};

const reasons = { length: 'max_output_tokens', content_filter: 'content_filter' } as const;

function writeResponse(answer: GivenAnswer): Fields {
  const { ending } = answer;
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    model: 'upstream-model',
    status: ending === 'stop' ? 'completed' : 'incomplete',
    error: null,
    incomplete_details: ending === 'stop' ? null : { reason: reasons[ending] },
    output: answer.parts.map((part, index) => writeItem(part, index, 'whole')),
    usage: writeUsage(answer),
  };
}

function writeItem(part: GivenPart, index: number, extent: 'whole' | 'begun'): Fields {
  const isWhole = extent === 'whole';
  const status = isWhole ? 'completed' : 'in_progress';
  switch (part.is) {
    case 'text':
      return {
        id: `msg_${index}`,
        type: 'message',
        role: 'assistant',
        status,
        content: isWhole ? [writeText(join(part))] : [],
      };
    case 'thought':
      return {
        id: part.id,
        type: 'reasoning',
        summary: isWhole && join(part) !== '' ? [writeSummary(join(part))] : [],
        encrypted_content: isWhole ? part.signature : null,
      };
    case 'call':
      return {
        id: `fc_${index}`,
        type: 'function_call',
        call_id: part.id,
        name: part.name,
        arguments: isWhole ? join(part) : '',
        status,
      };
  }
}

function writeText(text: string): Fields {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function writeSummary(text: string): Fields {
  return { type: 'summary_text', text };
}

type Event = { readonly type: string } & Fields;

function writeEvents(part: GivenPart, index: number): readonly Event[] {
  const added = { output_index: index, item: writeItem(part, index, 'begun') };
  const done = { output_index: index, item: writeItem(part, index, 'whole') };
  return [
    { type: 'response.output_item.added', ...added },
    ...writeInner(part, { output_index: index, item_id: String(added.item['id']) }),
    { type: 'response.output_item.done', ...done },
  ];
}

function writeInner(part: GivenPart, place: Fields): readonly Event[] {
  const deltas = (type: string, at: Fields): Event[] =>
    part.pieces.map((delta) => ({ type, ...at, delta }));
  const text = join(part);
  if (part.is === 'call') {
    return [
      ...deltas('response.function_call_arguments.delta', place),
      { type: 'response.function_call_arguments.done', ...place, arguments: text },
    ];
  }
  if (part.is === 'text') {
    const at = { ...place, content_index: 0 };
    return [
      { type: 'response.content_part.added', ...at, part: writeText('') },
      ...deltas('response.output_text.delta', at),
      { type: 'response.output_text.done', ...at, text },
      { type: 'response.content_part.done', ...at, part: writeText(text) },
    ];
  }
  if (text === '') return [];
  const at = { ...place, summary_index: 0 };
  return [
    { type: 'response.reasoning_summary_part.added', ...at, part: writeSummary('') },
    ...deltas('response.reasoning_summary_text.delta', at),
    { type: 'response.reasoning_summary_text.done', ...at, text },
    { type: 'response.reasoning_summary_part.done', ...at, part: writeSummary(text) },
  ];
}

function writeUsage({ counts }: GivenAnswer): Fields {
  const { cacheRead, cacheWritten, input, output, reasoning } = counts;
  const prompt = input + cacheRead + cacheWritten;
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWritten },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: prompt + output,
  };
}
