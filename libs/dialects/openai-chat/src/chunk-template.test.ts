import { ChunkTemplate } from './chunk-template';

const make = (text: string, more = ''): string =>
  `{"id":"up-1","model":"m","choices":[{"index":0,"delta":{"content":"${text}"},` +
  `"finish_reason":null}],"usage":null${more}}`;
const edit = (chunk: string): string =>
  chunk.replace('"up-1"', '"gen-1"').replace(',"usage":null', '');

describe('the template of a stream', () => {
  const template = ChunkTemplate.learn(make('Hello'), edit(make('Hello')));

  it('does to the next chunk what was done to the one before', () => {
    const next = make(' wörld, {"}'.replace('"', ''));
    expect(template?.apply(next)).toEqual({ edited: edit(next), text: ' wörld, {}' });
  });

  it('recognizes the random padding of some providers', () => {
    const padded = (text: string, pad: string): string => make(text, `,"obfuscation":"${pad}"`);
    const learnt = ChunkTemplate.learn(padded('a', 'x1'), edit(padded('a', 'x1')));
    expect(learnt?.apply(padded('b', 'longer'))?.edited).toBe(edit(padded('b', 'longer')));
    expect(learnt?.apply(make('b'))?.edited).toBe(edit(make('b')));
    expect(learnt?.apply(padded('b', 'with \\" quote'))).toBeUndefined();
  });

  it.each([
    ['an escape', make('a\\nb')],
    ['an escaped quote', make('a\\"b')],
    ['a raw tab', make('a\tb')],
    ['a finish', make('a').replace('"finish_reason":null', '"finish_reason":"stop"')],
    ['a usage', make('a').replace('"usage":null', '"usage":{"total_tokens":3}')],
    ['another choice', make('a').replace('"index":0', '"index":1')],
    ['another member behind', make('a', ',"error":{"message":"x"}')],
    ['another id', make('a').replace('up-1', 'up-2')],
    ['a cut', make('a').slice(0, -10)],
    ['something behind its end', `${make('a')}}`],
    ['a role', make('a').replace('"content"', '"role":"assistant","content"')],
  ])('leaves a chunk with %s to be read', (_name, chunk) => {
    expect(template?.apply(chunk)).toBeUndefined();
  });

  it('edits the plain frames with which a block begins, and no others', () => {
    const frame = (chunk: string): string => `data: ${chunk}\n\n`;
    const plain = [make(' a'), make(' b'), make('')].map(frame).join('');
    const last = frame(make('a').replace('"finish_reason":null', '"finish_reason":"stop"'));
    const edited = [make(' a'), make(' b'), make('')].map(edit).map(frame).join('');
    const expected = { frames: edited, end: plain.length, textBytes: 4 };
    expect(template?.applyAll(plain)).toEqual(expected);
    expect(template?.applyAll(plain + last + plain)).toEqual(expected);
    expect(template?.applyAll(last)).toBeUndefined();
    expect(template?.applyAll(`: ping\n\n${plain}`)).toBeUndefined();
    expect(template?.applyAll(frame(make('a').replace('{"id"', '{\n"id"')))).toBeUndefined();
  });

  it('passes escapes of one character in a block as they are', () => {
    const frame = (chunk: string): string => `data: ${chunk}\n\n`;
    for (const text of ['\\n', 'a\\"b', 'a\\\\', '\\\\\\"', '\\t\\r\\b\\f\\/', '\\"}']) {
      const block = frame(make(text));
      const textBytes = (JSON.parse(`"${text}"`) as string).length;
      const expected = { frames: edit(block), end: block.length, textBytes };
      expect(template?.applyAll(block)).toEqual(expected);
    }
  });

  it.each([
    ['an escape of several characters', make('\\u00e9')],
    ['an escape that JSON does not know', make('\\q')],
    ['a text without an end', `${make('a').split('"a"')[0]}"a\\"`],
    ['a raw tab', make('a\tb')],
  ])('leaves a frame with %s to be read', (_name, chunk) => {
    expect(template?.applyAll(`data: ${chunk}\n\n`)).toBeUndefined();
  });

  it('passes bytes of any text, and learns from it too', () => {
    const bytes = (text: string): string => Buffer.from(text).toString('latin1');
    const learnt = ChunkTemplate.learn(make('日本'), edit(make('日本')));
    const frame = bytes(`data: ${make('ä😀')}\n\n`);
    expect(learnt?.applyAll(frame)?.frames).toBe(bytes(`data: ${edit(make('ä😀'))}\n\n`));
    const foreign = make('a').replace('"m"', '"mü"');
    expect(ChunkTemplate.learn(foreign, edit(foreign))).toBeUndefined();
  });

  it.each([
    ['the mark stands deeper inside', `{"x":${make('a')},"choices":[]}`],
    ['the text has an escape', make('a\\n')],
    ['there is no text', make('a').replace('"content"', '"refusal"')],
  ])('is not learnt where %s', (_name, chunk) => {
    expect(ChunkTemplate.learn(chunk, chunk)).toBeUndefined();
  });
});
