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

  it.each(['\n', '\r\n', '\r'])('reads events that end in %j, wherever they are split', (line) => {
    const text = [': hi', '', 'event: a', 'data: ä1', '', 'data: 2', 'data: 3', '', ''].join(line);
    const bytes = Buffer.from(text);
    const expected = [
      { name: 'a', data: 'ä1' },
      { name: undefined, data: '2\n3' },
    ];
    for (let cut = 0; cut <= bytes.length; cut++) {
      const reader = new SseReader(1_000);
      const events = [...reader.push(bytes.subarray(0, cut)), ...reader.push(bytes.subarray(cut))];
      expect(events).toEqual(expected);
    }
    const one = new SseReader(1_000);
    expect([...bytes].flatMap((byte) => one.push(Uint8Array.of(byte)))).toEqual(expected);
  });

  it('cuts whole events from what comes, and keeps the rest', () => {
    const reader = new SseReader(1_000);
    expect(reader.cut(Buffer.from('data: 1\n\ndata: 2\n'))).toBe('data: 1\n\n');
    expect(reader.cut(Buffer.from('\ndata'))).toBe('data: 2\n\n');
    expect(reader.cut(Buffer.from(': 3'))).toBe('');
  });

  it('cuts bytes, and decodes them when they are parsed', () => {
    const reader = new SseReader(1_000);
    const block = reader.cut(Buffer.from('data: ä😀\n\n'));
    expect(Buffer.from(block, 'latin1').toString()).toBe('data: ä😀\n\n');
    expect(reader.parse(block)).toEqual([{ name: undefined, data: 'ä😀' }]);
  });
});
