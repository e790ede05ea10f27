import type { StreamPart } from '@tollgate/model-spec';
import { BlockSequencer, type BlockEvent } from './block-sequencer';

/** `+kind` opens, `kind:text` adds, `-kind` closes. */
function tell(event: BlockEvent): string {
  const name = event.block.kind === 'tool-call' ? `call${event.block.index}` : event.block.kind;
  if (event.type === 'open') return `+${name}`;
  if (event.type === 'close') return `-${name}`;
  return event.type === 'delta' ? `${name}:${event.text}` : `${name}@${event.annotation.url}`;
}

function run(parts: readonly StreamPart[]): string[] {
  const sequencer = new BlockSequencer();
  const events = parts.flatMap((part) => sequencer.push(part));
  return [...events, ...sequencer.close()].map(tell);
}

const text = (value: string): StreamPart => ({ type: 'text-delta', text: value });
const thought = (value: string): StreamPart => ({
  type: 'reasoning-delta',
  text: value,
  format: 'anthropic',
});
const start = (index: number): StreamPart => ({
  type: 'tool-call-start',
  index,
  id: `call_${index}`,
  name: `f${index}`,
});
const more = (index: number, value: string): StreamPart => ({
  type: 'tool-call-delta',
  index,
  arguments: value,
});
const end = (index: number): StreamPart => ({ type: 'tool-call-end', index });

describe('the blocks of a stream', () => {
  it('are closed before the next one opens', () => {
    expect(run([thought('a'), thought('b'), text('c'), text('d')])).toEqual([
      '+reasoning',
      'reasoning:a',
      'reasoning:b',
      '-reasoning',
      '+text',
      'text:c',
      'text:d',
      '-text',
    ]);
  });

  it('do not open for an empty delta', () => {
    expect(run([text(''), thought('')])).toEqual([]);
  });

  it('of thinking are closed by their signature', () => {
    const sequencer = new BlockSequencer();
    sequencer.push(thought('a'));
    const [closed] = sequencer.push({
      type: 'reasoning-end',
      format: 'anthropic',
      signature: 'sig',
    });
    expect(closed).toMatchObject({ type: 'close', block: { text: 'a', signature: 'sig' } });
  });

  it('carry a signature that came without reasoning', () => {
    expect(run([{ type: 'reasoning-end', format: 'google', signature: 'sig' }])).toEqual([
      '+reasoning',
      '-reasoning',
    ]);
  });

  it('of calls follow each other when they come in order', () => {
    expect(run([start(0), more(0, '{"a":'), more(0, '1}'), start(1), more(1, '{}')])).toEqual([
      '+call0',
      'call0:{"a":',
      'call0:1}',
      '-call0',
      '+call1',
      'call1:{}',
      '-call1',
    ]);
  });

  it('of calls come out whole when their pieces interleave', () => {
    const parts = [start(0), start(1), more(1, '{"b"'), more(0, '{"a"'), more(1, ':2}')];
    expect(run([...parts, more(0, ':1}'), text('x')])).toEqual([
      '+call0',
      'call0:{"a"',
      'call0::1}',
      '-call0',
      '+call1',
      'call1:{"b"',
      'call1::2}',
      '-call1',
      '+text',
      'text:x',
      '-text',
    ]);
  });

  it('of incomplete calls are sent at the end', () => {
    expect(run([start(0), start(1), more(1, '{}'), more(0, '{"a"')])).toEqual([
      '+call0',
      'call0:{"a"',
      '-call0',
      '+call1',
      'call1:{}',
      '-call1',
    ]);
  });

  it('of calls without arguments get an empty object', () => {
    expect(run([start(0), end(0), start(1), end(1)])).toEqual([
      '+call0',
      'call0:{}',
      '-call0',
      '+call1',
      'call1:{}',
      '-call1',
    ]);
  });

  it('ignore space behind the JSON of a call that is closed', () => {
    expect(run([start(0), more(0, '{}'), text('x'), more(0, ' ')])).toEqual([
      '+call0',
      'call0:{}',
      '-call0',
      '+text',
      'text:x',
      '-text',
    ]);
  });

  it('keep annotations with the text they belong to', () => {
    const annotation = { url: 'https://a.example' };
    expect(run([text('x'), { type: 'annotation', annotation }])).toEqual([
      '+text',
      'text:x',
      'text@https://a.example',
      '-text',
    ]);
  });

  it('open a text for an annotation that comes before it', () => {
    const annotation = { url: 'https://a.example' };
    expect(run([thought('hm'), { type: 'annotation', annotation }, text('x')])).toEqual([
      ...['+reasoning', 'reasoning:hm', '-reasoning'],
      ...['+text', 'text@https://a.example', 'text:x', '-text'],
    ]);
  });

  it('ignore events outside a block', () => {
    expect(run([{ type: 'prompt-tokens', promptTokens: 3 }, { type: 'end' }])).toEqual([]);
  });
});
