import { parseBillArguments } from './bill/arguments';
import { parseImportArguments } from './import/arguments';

describe('the arguments of catalog:import', () => {
  it('are a source and what to do', () => {
    const given = ['list.json', '--providers', 'openai,google', '--effective-at', '2026-12-01'];
    expect(parseImportArguments([...given, '--apply'])).toEqual({
      ...{ source: 'list.json', format: undefined, providers: ['openai', 'google'] },
      ...{ addModels: false, effectiveAt: '2026-12-01T00:00:00.000Z', isApplied: true },
    });
  });

  it.each([
    [[], 'usage'],
    [['a', 'b'], 'usage'],
    [['a', '--format', 'csv'], 'openrouter or litellm'],
    [['a', '--effective-at', 'soon'], 'a time like'],
    [['a', '--force'], 'usage'],
  ])('%j are refused', (given, message) => {
    expect(() => parseImportArguments(given)).toThrow(message);
  });
});

describe('the arguments of bill:compare', () => {
  it('are a provider, a file and tolerances', () => {
    expect(parseBillArguments(['openai', 'x.csv'])).toMatchObject({
      tolerance: { basisPoints: 100n, costNanos: 10_000_000n },
    });
    const given = ['openai', 'x.csv', '--tolerance', '0.25', '--name', 'a=b/c'];
    expect(parseBillArguments(given)).toMatchObject({
      tolerance: { basisPoints: 25n },
      names: new Map([['a', 'b/c']]),
    });
  });

  it.each([
    [['openai']],
    [['openai', 'x', '--name', 'a']],
    [['openai', 'x', '--tolerance', 'few']],
  ])('%j are refused', (given) => {
    expect(() => parseBillArguments(given)).toThrow(/usage|needed|amount/);
  });
});
