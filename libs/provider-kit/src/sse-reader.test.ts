import { SseOversizeError, SseReader } from './sse-reader';

const text =
  ': hello\n\ndata: {"a":"ä€😀"}\n\nevent: ping\r\ndata: 1\r\ndata: 2\r\n\r\ndata: [DONE]\n\n';
const expected = [
  { name: undefined, data: '{"a":"ä€😀"}' },
  { name: 'ping', data: '1\n2' },
  { name: undefined, data: '[DONE]' },
];

describe('SseReader', () => {
  it('reads the same events wherever the bytes are split', () => {
    const bytes = Buffer.from(text);
    for (let offset = 0; offset <= bytes.length; offset++) {
      const reader = new SseReader(1_000);
      const events = [
        ...reader.push(bytes.subarray(0, offset)),
        ...reader.push(bytes.subarray(offset)),
      ];
      expect(events).toEqual(expected);
    }
  });

  it('refuses an event that does not end', () => {
    const reader = new SseReader(1_000);
    reader.push(Buffer.from('data: '));
    expect(() => {
      for (let round = 0; round < 20; round++) reader.push(Buffer.alloc(100, 'x'));
    }).toThrow(SseOversizeError);
  });
});
