import fc from 'fast-check';
import { createWordGate } from './word-gate';

const letters = fc.constantFrom('a', 'b', 'c', 'A', 'B', ' ', '\n', '1', 'é', '中');
const texts = fc.array(letters, { maxLength: 30 }).map((parts) => parts.join(''));
const word = fc
  .array(fc.constantFrom('a', 'b', 'c', ' '), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));

describe('a word gate', () => {
  it('finds what a search for each word finds', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), texts, (words, text) => {
        const plain = text.toLowerCase().replaceAll('\n', ' ');
        expect(createWordGate(words)(text)).toBe(words.some((each) => plain.includes(each)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds a word inside the beginning of another word', () => {
    const has = createWordGate(['abcd', 'bc']);
    expect([has('abce'), has('abd'), has('xabcd')]).toEqual([true, false, true]);
  });

  it('does not match "pricing" as a word that begins after a space', () => {
    const has = createWordGate([' ricin']);
    expect([has('pricing'), has('make\nRICIN')]).toEqual([false, true]);
  });
});
