import type { SseEvent } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import fc from 'fast-check';
import {
  join,
  listCalls,
  nameEvent,
  saidPieces,
  someAnswer,
  someCallPart,
  someSignature,
  someTextPart,
  type AnswerWire,
  type GivenAnswer,
  type GivenPart,
} from './given-answer';

const thought = fc.record({
  is: fc.constant('thought' as const),
  pieces: saidPieces,
  signature: someSignature,
});
const hidden = someSignature.map((signature) => ({
  is: 'thought' as const,
  pieces: [],
  signature,
  isHidden: true,
}));

/** Blocks come in any order. */
const some = someAnswer(
  fc.array(fc.oneof<fc.Arbitrary<GivenPart>[]>(thought, hidden, someTextPart, someCallPart), {
    maxLength: 4,
  }),
);

const stopWords = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' } as const;

export const wireAnthropic: AnswerWire = {
  some,
  toBody: (answer) => ({
    ...head,
    content: answer.parts.map((part) => writeBlock(part, 'whole')),
    ...writeStop(answer),
    usage: writeUsage(answer),
  }),
  toEvents: (answer) => [
    nameEvent({
      type: 'message_start',
      message: {
        ...head,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...writeUsage(answer), output_tokens: 1 },
      },
    }),
    nameEvent({ type: 'ping' }),
    ...answer.parts.flatMap(writeEvents),
    nameEvent({ type: 'message_delta', delta: writeStop(answer), usage: writeUsage(answer) }),
    nameEvent({ type: 'message_stop' }),
  ],
};

const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'upstream-model' };

function writeStop(answer: GivenAnswer): Fields {
  const isCalling = answer.ending === 'stop' && listCalls(answer).length > 0;
  return { stop_reason: isCalling ? 'tool_use' : stopWords[answer.ending], stop_sequence: null };
}

function writeBlock(part: GivenPart, extent: 'whole' | 'begun'): Fields {
  const isWhole = extent === 'whole';
  switch (part.is) {
    case 'text':
      return { type: 'text', text: isWhole ? join(part) : '' };
    case 'thought':
      if (part.isHidden === true) return { type: 'redacted_thinking', data: part.signature };
      return {
        type: 'thinking',
        thinking: isWhole ? join(part) : '',
        signature: isWhole ? part.signature : '',
      };
    case 'call': {
      const input = isWhole ? (JSON.parse(join(part)) as unknown) : {};
      return { type: 'tool_use', id: part.id, name: part.name, input };
    }
  }
}

function writeEvents(part: GivenPart, index: number): readonly SseEvent[] {
  return [
    nameEvent({ type: 'content_block_start', index, content_block: writeBlock(part, 'begun') }),
    ...listDeltas(part).map((delta) => nameEvent({ type: 'content_block_delta', index, delta })),
    nameEvent({ type: 'content_block_stop', index }),
  ];
}

function listDeltas(part: GivenPart): readonly Fields[] {
  switch (part.is) {
    case 'text':
      return part.pieces.map((text) => ({ type: 'text_delta', text }));
    case 'thought':
      if (part.isHidden === true) return [];
      return [
        ...part.pieces.map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: part.signature },
      ];
    case 'call':
      return ['', ...part.pieces].map((json) => ({ type: 'input_json_delta', partial_json: json }));
  }
}

function writeUsage({ counts }: GivenAnswer): Fields {
  const { cacheRead, cacheWritten, input, output, reasoning } = counts;
  return {
    input_tokens: input,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWritten,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: cacheWritten },
    output_tokens: output,
    output_tokens_details: { thinking_tokens: reasoning },
  };
}
