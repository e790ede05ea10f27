import { Readable } from 'node:stream';
import { AnswerTooLongError, readAnswerText } from './read-answer-text';

const read = (body: Readable, bytesMax: number): Promise<string> =>
  readAnswerText(body, { bytesMax, source: 'the list' });

describe('the text of an answer', () => {
  it('is whole where a character is split between two chunks', async () => {
    const bytes = Buffer.from('a€b');
    const body = Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]);
    expect(await read(body, bytes.length)).toBe('a€b');
  });

  it('is refused above its limit, and the rest of the body is given up', async () => {
    const body = Readable.from([Buffer.from('12'), Buffer.from('34'), Buffer.from('56')]);
    const reading = read(body, 3);
    await expect(reading).rejects.toThrow(AnswerTooLongError);
    await expect(reading).rejects.toThrow('the list has more than 3 bytes');
    expect(body.destroyed).toBe(true);
  });
});
