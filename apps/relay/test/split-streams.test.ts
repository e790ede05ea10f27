import {
  emptyUsage,
  type DialectName,
  type ProviderProtocol,
  type SseEvent,
  type StreamPart,
  type Translation,
} from '@tollgate/model-spec';
import { makeNeutralRequest, makeUpstreamTarget } from '@tollgate/testing';
import { SseReader } from '@tollgate/model-kit';
import fc from 'fast-check';
import { adapters } from '../src/call/route/adapters';
import { dialects } from '../src/endpoints/text/dialects';
import { prepareText } from '../src/endpoints/text/prepare-text';
import type { GivenAnswer, GivenPart } from './support/answers/given-answer';
import { wires } from './support/answers/wires';
import { askChat } from './support/conversations/client-chat';
import { askMessages } from './support/conversations/client-messages';
import { askResponses } from './support/conversations/client-responses';
import type { Conversation } from './support/conversations/conversation';

const eventBytesMax = 1_000_000;
const protocols = Object.keys(adapters) as ProviderProtocol[];
const dialectNames = Object.keys(dialects) as DialectName[];
const pairs = dialectNames.flatMap((dialect) =>
  protocols.map((protocol) => [dialect, protocol] as const),
);

/** Characters of two, three and four bytes, joined ones, and what looks like framing. */
const parts: readonly GivenPart[] = [
  { is: 'thought', pieces: ['Hé', '…\n\ndata: 👩‍👩‍👧'], signature: 'c2ln', id: 'rs_1' },
  { is: 'text', pieces: ['é世', '🏳️‍🌈\r\n: x', '"\\'] },
  { is: 'call', id: 'call_1', name: 'weather', pieces: ['{"city', '":"Zü', 'rich 🌧"}'] },
  { is: 'call', id: 'call_2', name: 'weather', pieces: ['{}'] },
];
const answer: GivenAnswer = {
  parts,
  ending: 'stop',
  counts: { input: 20, cacheRead: 5, cacheWritten: 0, output: 9, reasoning: 3 },
  isMixed: true,
};

/** The same in fewer bytes, where each of them costs more. */
const shortAnswer: GivenAnswer = {
  ...answer,
  parts: [
    { is: 'thought', pieces: ['é…'], signature: 'c2ln', id: 'rs_1' },
    { is: 'text', pieces: ['世', '🌧'] },
    { is: 'call', id: 'call_1', name: 'weather', pieces: ['{"a":"ü', 'rich 🌧"}'] },
  ],
};

const framings = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
] as const;

/** As it comes over the wire, with comments between the events as proxies send them. */
function frame(events: readonly SseEvent[], newline: string): Uint8Array {
  const lines = events.flatMap(({ data, name }, index) => [
    ...(index % 4 === 1 ? [': keep-alive', ''] : []),
    ...(name === undefined ? [] : [`event: ${name}`]),
    `data: ${data}`,
    '',
  ]);
  return new TextEncoder().encode(lines.map((line) => line + newline).join(''));
}

/** The pieces of the bytes between these places. */
function split(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const ordered = [0, ...places, bytes.length].sort((one, other) => one - other);
  return ordered.slice(1).map((place, index) => bytes.subarray(ordered[index], place));
}

const hello: Conversation = {
  turns: [{ role: 'user', parts: [{ is: 'text', text: 'Hello' }] }],
  tools: [{ name: 'weather', schema: { type: 'object' } }],
};
const ask = { chat: askChat, messages: askMessages, responses: askResponses } as const;
const face = {
  ulid: '01J9ZZZZZZZZZZZZZZZZZZZZZZ',
  model: 'acme/model',
  requestId: 'req_1',
  createdAtSeconds: 1_700_000_000,
};

const translations = Object.fromEntries(
  protocols.map((protocol) => {
    const target = makeUpstreamTarget();
    const input = { request: makeNeutralRequest(), isStreaming: true, target };
    return [protocol, adapters[protocol].translate(input)];
  }),
) as Readonly<Record<ProviderProtocol, Translation>>;

function readParts(protocol: ProviderProtocol, pieces: readonly Uint8Array[]): StreamPart[] {
  const sse = new SseReader(eventBytesMax);
  const reader = translations[protocol].createStreamReader();
  const found = pieces.flatMap((piece) => sse.push(piece).flatMap((event) => reader.push(event)));
  return [...found, ...reader.end()];
}

/** All that the client gets, as one text. */
function renderFrames(
  dialect: DialectName,
  protocol: ProviderProtocol,
): (pieces: readonly Uint8Array[]) => string {
  const body = ask[dialect](hello);
  const prepared = prepareText({
    dialect: dialects[dialect],
    request: dialects[dialect].parseRequest(JSON.stringify(body), body),
    face,
    candidate: { adapter: adapters[protocol], target: makeUpstreamTarget() },
    clientHeaders: {},
  });
  return (pieces) => {
    const sse = new SseReader(eventBytesMax);
    const stream = prepared.openStream(undefined);
    let frames = '';
    for (const piece of pieces) {
      for (const event of sse.push(piece)) frames += stream.push(event);
    }
    frames += stream.end();
    const usage = stream.usage.kind === 'usage' ? stream.usage.usage : emptyUsage;
    frames += stream.finish({ usage, costNanos: 1_000n, upstream: stream.upstreamUsage });
    return nameItems(frames);
  };
}

/** Items of Responses get new ids in every stream. */
function nameItems(frames: string): string {
  const names = new Map<string, string>();
  return frames.replace(/(?<=")(?:msg|rs|fc)_[0-9A-Z]{26}(?=")/g, (id) => {
    const name = names.get(id) ?? `item-${names.size}`;
    names.set(id, name);
    return name;
  });
}

beforeAll(() => jest.useFakeTimers({ now: 1_700_000_000_000 }));
afterAll(() => jest.useRealTimers());

describe.each(protocols)('a stream of the %s protocol', (protocol) => {
  describe.each(framings)('framed by %s', (_name, newline) => {
    const bytes = frame(wires[protocol].toEvents(answer), newline);
    const whole = readParts(protocol, [bytes]);

    it('has all parts of the answer', () => {
      const types = whole.map(({ type }) => type);
      for (const type of ['reasoning-delta', 'text-delta', 'tool-call-delta', 'finish', 'usage']) {
        expect(types).toContain(type);
      }
    });

    it('gives the same parts wherever its bytes are split', () => {
      const expected = JSON.stringify(whole);
      for (let place = 1; place < bytes.length; place++) {
        const found = JSON.stringify(readParts(protocol, split(bytes, [place])));
        if (found !== expected) {
          expect({ place, parts: JSON.parse(found) as unknown }).toEqual({ place, parts: whole });
        }
      }
    });

    it('gives the same parts byte by byte', () => {
      const places = Array.from(bytes.keys()).slice(1);
      expect(readParts(protocol, split(bytes, places))).toEqual(whole);
    });

    it('gives the same parts in any pieces', () => {
      fc.assert(
        fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (places) => {
          expect(readParts(protocol, split(bytes, places))).toEqual(whole);
        }),
        { numRuns: 50 },
      );
    });
  });

  it('gives the same parts with either framing', () => {
    const [first, ...others] = framings.map(([, newline]) =>
      readParts(protocol, [frame(wires[protocol].toEvents(answer), newline)]),
    );
    for (const other of others) expect(other).toEqual(first);
  });
});

describe.each(pairs)('a client of %s over the %s protocol', (dialect, protocol) => {
  const bytes = frame(wires[protocol].toEvents(shortAnswer), '\r\n');
  const render = renderFrames(dialect, protocol);

  it('gets the same frames wherever the bytes of its provider are split', () => {
    const whole = render([bytes]);
    expect(whole).toContain('rich 🌧');
    for (let place = 1; place < bytes.length; place++) {
      const frames = render(split(bytes, [place]));
      if (frames !== whole) expect({ place, frames }).toEqual({ place, frames: whole });
    }
  });

  it('gets the same frames in any pieces', () => {
    const whole = render([bytes]);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (places) => {
        expect(render(split(bytes, places))).toBe(whole);
      }),
      { numRuns: 25 },
    );
  });
});
