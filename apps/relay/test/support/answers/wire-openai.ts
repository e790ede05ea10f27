import type { SseEvent } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import fc from 'fast-check';
import {
  join,
  listCalls,
  saidPieces,
  someAnswer,
  someCallPart,
  someTextPart,
  type AnswerWire,
  type GivenAnswer,
  type GivenPart,
} from './given-answer';

const thought: fc.Arbitrary<GivenPart> = fc.record({
  is: fc.constant('thought' as const),
  pieces: saidPieces,
});

/** Chat has one text and its calls; what was thought stands beside. */
const some = someAnswer(
  fc
    .tuple(
      fc.array(thought, { maxLength: 1 }),
      fc.array(someTextPart, { maxLength: 1 }),
      fc.array(someCallPart, { maxLength: 3 }),
    )
    .map((lists) => lists.flat()),
);

export const wireOpenAi: AnswerWire = {
  some,
  toBody: (answer) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'upstream-model',
    choices: [
      { index: 0, message: writeMessage(answer), finish_reason: getFinish(answer), logprobs: null },
    ],
    usage: writeUsage(answer),
  }),
  toEvents: (answer) => [
    ...[{ role: 'assistant', content: '' }, ...listDeltas(answer)].map((delta) =>
      writeChunk({ choices: [{ index: 0, delta, finish_reason: null }], usage: null }),
    ),
    writeChunk({ choices: [{ index: 0, delta: {}, finish_reason: getFinish(answer) }] }),
    writeChunk({ choices: [], usage: writeUsage(answer) }),
    { name: undefined, data: '[DONE]' },
  ],
};

function writeChunk(fields: Fields): SseEvent {
  const common = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000 };
  return { name: undefined, data: JSON.stringify({ ...common, model: 'upstream', ...fields }) };
}

function writeMessage(answer: GivenAnswer): Fields {
  const calls = listCalls(answer);
  const text = answer.parts.find((part) => part.is === 'text');
  const thinking = answer.parts.find((part) => part.is === 'thought');
  return {
    role: 'assistant',
    content: text === undefined ? (calls.length > 0 ? null : '') : join(text),
    ...(thinking === undefined ? {} : { reasoning_content: join(thinking) }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: join(call) },
          })),
        }),
  };
}

function listDeltas(answer: GivenAnswer): readonly Fields[] {
  const said = answer.parts.flatMap((part) => {
    if (part.is === 'call') return [];
    const name = part.is === 'text' ? 'content' : 'reasoning_content';
    return part.pieces.map((piece) => ({ [name]: piece }));
  });
  const byCall = listCalls(answer).map(({ id, name, pieces }, index) =>
    ['', ...pieces].map((piece, place) => ({
      tool_calls: [
        {
          index,
          ...(place === 0 ? { id, type: 'function' } : {}),
          function: { ...(place === 0 ? { name } : {}), arguments: piece },
        },
      ],
    })),
  );
  return [...said, ...(answer.isMixed ? mix(byCall) : byCall.flat())];
}

function mix<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_none, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}

function getFinish(answer: GivenAnswer): string {
  const isCalling = answer.ending === 'stop' && listCalls(answer).length > 0;
  return isCalling ? 'tool_calls' : answer.ending;
}

function writeUsage({ counts }: GivenAnswer): Fields {
  const { cacheRead, cacheWritten, input, output, reasoning } = counts;
  const prompt = input + cacheRead + cacheWritten;
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWritten },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
