import fc from 'fast-check';
import { splitByMatches } from './split-by-matches';

describe('a text with matches', () => {
  it('is cut at the matches', () => {
    const matches = [{ ruleId: 'a', start: 4, end: 7 }];
    expect(splitByMatches('the cat sat', matches)).toEqual([
      { text: 'the ', start: 0, ruleId: undefined },
      { text: 'cat', start: 4, ruleId: 'a' },
      { text: ' sat', start: 7, ruleId: undefined },
    ]);
  });

  it('stays whole, however the matches overlap', () => {
    const match = fc.record({
      ruleId: fc.constantFrom('a', 'b'),
      start: fc.nat(30),
      end: fc.nat(30),
    });
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.array(match), (text, matches) => {
        const parts = splitByMatches(text, matches);
        return parts.map((part) => part.text).join('') === text;
      }),
    );
  });
});
