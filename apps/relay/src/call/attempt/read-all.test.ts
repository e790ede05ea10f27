import { anAnswer } from '../../../test/support/build-calls';
import { readAll } from './read-all';

it('returns what was read, in order', async () => {
  const answers = [anAnswer(200, 'a'), anAnswer(200, 'b')];
  const read = async (_answer: unknown, index: number): Promise<number> => index;
  expect(await readAll(answers, read)).toEqual([0, 1]);
});

it('ends the others when one fails, and raises its failure after all have ended', async () => {
  const ended: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const answers = [{ ...anAnswer(200, 'a'), abort: resolve }, anAnswer(200, 'b')];
  const reading = readAll(answers, async (_answer, index) => {
    if (index === 1) throw new Error('broke off');
    await promise;
    ended.push(index);
    throw new Error('given up');
  });
  await expect(reading).rejects.toThrow('broke off');
  expect(ended).toEqual([0]);
});
