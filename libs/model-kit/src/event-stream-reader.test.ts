import { BadUpstreamEventError } from '@tollgate/model-spec';
import { writeEventFrame, writeEventStreamFrame, writeExceptionFrame } from './event-stream-frame';
import { EventStreamReader } from './event-stream-reader';
import { SseOversizeError } from './sse-reader';

/** Made by another implementation: Python's struct and zlib. */
const foreign = Buffer.from(
  'AAAAhAAAAFE9KKhZCzpldmVudC10eXBlBwALbWVzc2FnZVN0b3ANOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2p' +
    'zb24NOm1lc3NhZ2UtdHlwZQcABWV2ZW50eyJwIjoiYWJjIiwic3RvcFJlYXNvbiI6ImVuZF90dXJuIn2Ke73Q',
  'base64',
);
const stop = { name: 'messageStop', data: '{"p":"abc","stopReason":"end_turn"}' };
const frames = Buffer.concat([
  writeEventFrame('contentBlockDelta', '{"delta":{"text":"Grüße 👋"}}'),
  foreign,
  writeExceptionFrame('throttlingException', '{"message":"slow down"}'),
]);
const events = [
  { name: 'contentBlockDelta', data: '{"delta":{"text":"Grüße 👋"}}' },
  stop,
  { name: 'exception', data: '{"message":"slow down","type":"throttlingException"}' },
];
const read = (...pieces: readonly Buffer[]): unknown[] => {
  const reader = new EventStreamReader(10_000);
  return pieces.flatMap((piece) => reader.push(piece));
};

describe('a binary event stream', () => {
  it('has the frames that another implementation writes', () => {
    expect(read(foreign)).toEqual([stop]);
    const headers = { ':event-type': 'messageStop', ':content-type': 'application/json' };
    expect(writeEventStreamFrame({ ...headers, ':message-type': 'event' }, stop.data)).toEqual(
      foreign,
    );
  });

  it('gives the same events wherever its bytes are split', () => {
    expect(read(frames)).toEqual(events);
    for (let place = 1; place < frames.length; place++) {
      expect(read(frames.subarray(0, place), frames.subarray(place))).toEqual(events);
    }
  });

  it('gives the same events byte by byte', () => {
    expect(read(...Array.from(frames, (byte) => Buffer.from([byte])))).toEqual(events);
  });

  it('is refused with any one byte changed', () => {
    for (let place = 0; place < foreign.length; place++) {
      const changed = Buffer.from(foreign);
      changed[place] = (changed[place] ?? 0) ^ 0x01;
      expect(() => read(changed)).toThrow(BadUpstreamEventError);
    }
  });

  it('is refused when a frame is larger than allowed, before the frame is here', () => {
    const large = writeEventFrame('metadata', `{"p":"${'x'.repeat(20_000)}"}`);
    expect(() => read(large.subarray(0, 12))).toThrow(SseOversizeError);
  });

  it('reports failures that have only headers, and skips headers that are no texts', () => {
    const failure = writeEventStreamFrame(
      {
        ':message-type': 'error',
        ':error-code': 'ExpiredTokenException',
        ':error-message': 'expired',
      },
      '',
    );
    expect(read(failure)).toEqual([
      { name: 'exception', data: '{"message":"expired","type":"ExpiredTokenException"}' },
    ]);
  });

  it('gives nothing for the beginning of a frame', () => {
    expect(read(frames.subarray(0, 50))).toEqual([]);
  });
});
