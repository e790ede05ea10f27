import { scanTexts } from '@tollgate/content-rules';
import { silentLogger } from '@tollgate/observability';
import type { ScanTexts } from '../filter-call';
import { baselineExamples } from '../../../../test/support/baseline-examples';
import { baselineRules } from './baseline-rules';
import { PlatformRules } from './platform-rules';

const makeRules = (hasBaseline = true, load = () => Promise.resolve([])): PlatformRules =>
  new PlatformRules({ load, hasBaseline, logger: silentLogger });
const rules = makeRules();
const review = (...texts: string[]): Promise<string[]> => rules.review(texts, scanTexts);

describe.each(baselineRules.map(({ category, id }) => ({ id, category })))(
  'the rule $id',
  ({ category, id }) => {
    const { mustMatch, mustNotMatch } = baselineExamples[id] ?? { mustMatch: [], mustNotMatch: [] };

    it('has at least eight examples of each kind', () => {
      expect(mustMatch.length).toBeGreaterThanOrEqual(8);
      expect(mustNotMatch.length).toBeGreaterThanOrEqual(8);
    });

    it.each(mustMatch)('refuses: %s', async (text) => {
      expect(await review(text)).toEqual([category]);
      expect(await review('Be helpful.', text.toUpperCase(), 'Thanks')).toEqual([category]);
    });

    it.each(mustNotMatch)('lets pass: %s', async (text) => {
      expect(await review(text)).toEqual([]);
      expect(await review(`${text} Thanks!`)).toEqual([]);
    });
  },
);

describe('the rules of the platform', () => {
  const [request = ''] = baselineExamples['baseline-chemical-weapons']?.mustMatch ?? [];

  it.each([
    ['zero-width characters', [...request].join('\u200b')],
    ['full width letters', request.replace(/[a-z]/gi, (c) => shift(c, 0xfee0))],
    ['soft hyphens', request.replace('sarin', 'sa\u00adrin')],
  ])('see through %s', async (_name, text) => {
    expect(await review(text)).toEqual(['weapons/chemical']);
  });

  it('are not matched against the patterns without a trigger word', async () => {
    const scan = jest.fn<ReturnType<ScanTexts>, Parameters<ScanTexts>>(scanTexts);
    const texts = [
      'Hello',
      'const price = pricing.table(1);',
      '把这段文字翻译成英语',
      'ünïcode 👍🏽',
    ];
    expect(await rules.review(texts, scan)).toEqual([]);
    expect(scan).not.toHaveBeenCalled();
    await rules.review([...texts, 'a treaty on nuclear weapons'], scan);
    expect(scan.mock.calls.map(([, scanned]) => scanned.length)).toEqual([1]);
  });

  it('are the rules of operators alone when the baseline is off', async () => {
    const own = { ruleId: 'r1', kind: 'keyword', keywords: ['tango'], pattern: '', category: 'x' };
    const without = makeRules(false);
    expect(without.isEmpty).toBe(true);
    expect(await without.review([request], scanTexts)).toEqual([]);
    const operators = new PlatformRules({
      load: () => Promise.resolve([own]),
      hasBaseline: true,
      logger: silentLogger,
    });
    expect(operators.isEmpty).toBe(false);
    await operators.refresh();
    expect(await operators.review([`a tango. ${request}`], scanTexts)).toEqual([
      'weapons/chemical',
      'x',
    ]);
  });
});

function shift(character: string, by: number): string {
  return String.fromCharCode(character.charCodeAt(0) + by);
}
