import { Readable } from 'node:stream';
import { readStart } from './read-start';

async function readAll(rest: AsyncIterator<Buffer>): Promise<string> {
  let text = '';
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    text += next.value.toString();
  return text;
}

describe('the first bytes of a stream', () => {
  it('are at least as many as requested, and the rest stays readable', async () => {
    const stream = Readable.from(['ab', 'cd', 'ef', 'gh'].map((text) => Buffer.from(text)));
    const { rest, start } = await readStart(stream, 3);
    expect(start.toString()).toBe('abcd');
    expect(await readAll(rest)).toBe('efgh');
  });

  it('are fewer when it is shorter', async () => {
    const { rest, start } = await readStart(Readable.from([Buffer.from('ab')]), 64);
    expect(start.toString()).toBe('ab');
    expect(await readAll(rest)).toBe('');
  });

  it('fail as it fails', async () => {
    const stream = new Readable({ read: () => stream.destroy(new Error('gone')) });
    await expect(readStart(stream, 1)).rejects.toThrow('gone');
  });
});
