import { aRouteView, plainText } from '../../../../test/support/build-route-view';
import type { RouteView } from './read-route-view';
import { findLevel, promote, scoreLevel } from './score-level';

const score = (changes: Partial<RouteView>): number => scoreLevel(aRouteView(changes)).score;
const words = (count: number): string => 'word '.repeat(count);
const tools = (count: number): string[] => Array.from({ length: count }, () => 'look');

describe('scoreLevel', () => {
  it('is zero for a plain question of middle length', () => {
    expect(score({})).toBe(0);
  });

  it.each([
    ['under 20 tokens', { text: words(12) }, -0.2],
    ['under 100 tokens', { text: words(30) }, -0.1],
    ['under 500 tokens', { text: words(100) }, 0],
    ['under 2,000 tokens', { text: words(500) }, 0.1],
    ['2,000 tokens and more', { text: words(2_000) }, 0.2],
    ['a greeting', { text: 'Hello there' }, -0.4],
    ['thanks', { text: 'thanks a lot' }, -0.4],
    ['yes', { text: 'yes' }, -0.4],
    ['no', { text: 'No.' }, -0.4],
    ['define', { text: 'define entropy' }, -0.4],
    ['translate this', { text: `Translate this: ${plainText}` }, -0.2],
    ['a greeting before much else', { text: `Hello ${plainText}` }, 0],
    ['one analytic verb', { text: `${plainText} compare` }, 0.1],
    ['two analytic verbs', { text: `${plainText} compare evaluate` }, 0.2],
    ['three analytic verbs', { text: `${plainText} compare evaluate design` }, 0.2],
    ['the same verb twice', { text: `${plainText} compare compare` }, 0.1],
    ['a trade-off', { text: `${plainText} trade-offs` }, 0.1],
    ['one formal word', { text: `${plainText} theorem` }, 0.1],
    ['two formal words', { text: `${plainText} theorem, step by step` }, 0.2],
    ['one constraint', { text: `${plainText} must` }, 0.025],
    ['the same constraint four times', { text: `${plainText} must must must must` }, 0.1],
    ['five constraints', { text: `${plainText} must at most at least without must` }, 0.1],
    ['numbered lines', { text: `${plainText}\n1. a\n2. b\n3) c` }, 0.06],
    ['first, then, finally', { text: `${plainText} first then finally` }, 0.06],
    ['six steps', { text: `${plainText}\n1. a\n2. b\n3. c\n4. d\n5. e\n6. f` }, 0.1],
    ['one tool', { tools: tools(1) }, 0.03],
    ['four tools', { tools: tools(4) }, 0.03],
    ['five tools', { tools: tools(5) }, 0.07],
    ['two turns', { turns: 2 }, 0],
    ['three turns', { turns: 3 }, 0.015],
    ['eleven turns', { turns: 11 }, 0.03],
    ['max_tokens 4,096', { outputTokensMax: 4_096 }, 0],
    ['max_tokens above 4,096', { outputTokensMax: 4_097 }, 0.025],
    ['a detailed report', { text: `${plainText} detailed report` }, 0.05],
    [
      'all signs of a long answer',
      { text: `${plainText} detailed report`, outputTokensMax: 9_999 },
      0.05,
    ],
    ['a strict schema', { hasStrictSchema: true }, 0.025],
  ])('weighs %s', (_, changes, expected) => {
    expect(score(changes)).toBeCloseTo(expected, 9);
  });
});

describe('promote', () => {
  it.each([
    [-0.4, 0],
    [-0.13, 0],
    [-0.11, 1],
    [-0.1, 1],
    [-0.09, 1],
    [0.09, 1],
    [0.1, 2],
    [0.12, 2],
    [0.13, 2],
    [0.32, 2],
    [0.33, 3],
    [0.35, 3],
    [1, 3],
  ])('makes of %d the level %d', (given, level) => {
    expect(promote(given)).toBe(level);
  });
});

describe('findLevel', () => {
  it.each([
    ['a greeting', { text: 'hi' }, 'simple'],
    ['a plain question', {}, 'standard'],
    ['a comparison of much', { text: `${words(500)} compare evaluate` }, 'complex'],
    ['any tool', { text: 'hi', tools: tools(1) }, 'standard'],
    ['50,000 tokens', { text: 'hi', estimatePromptTokens: () => 50_000 }, 'simple'],
    ['more than 50,000 tokens', { text: 'hi', estimatePromptTokens: () => 50_001 }, 'complex'],
    ['two formal words', { text: 'Prove the theorem' }, 'reasoning'],
    ['one formal word', { text: 'Prove it' }, 'standard'],
  ])('finds for %s its level', (_, changes, expected) => {
    expect(findLevel(aRouteView(changes))).toBe(expected);
  });
});
