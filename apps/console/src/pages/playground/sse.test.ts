import { FrameReader } from './sse';

describe('a stream of events', () => {
  it('is cut where it is cut, not where its pieces end', () => {
    const reader = new FrameReader();
    expect(reader.push('data: {"a"')).toEqual([]);
    expect(reader.push(':1}\n\ndata: [DONE]\r\n\r\n')).toEqual([
      { raw: 'data: {"a":1}', data: '{"a":1}' },
      { raw: 'data: [DONE]', data: '[DONE]' },
    ]);
  });

  it('keeps comments and names of events in the raw text', () => {
    const [frame] = new FrameReader().push(': ping\nevent: delta\ndata: x\n\n');
    expect(frame).toEqual({ raw: ': ping\nevent: delta\ndata: x', data: 'x' });
  });
});
