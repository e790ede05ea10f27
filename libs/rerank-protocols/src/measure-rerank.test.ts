import { measureRerank } from './measure-rerank';

/** 32 letters are estimated as 10 tokens. */
const words = (tokens: number): string => 'x'.repeat((tokens * 32) / 10);

const measure = (query: string, documents: readonly string[], documentTokensMax?: number) =>
  measureRerank({ query, documents, documentTokensMax });

describe('the most that a ranking can use', () => {
  it('counts the query once for each document', () => {
    const documents = [words(20), words(30)];
    expect(measure(words(10), documents).promptTokens).toBe(2 * 10 + 20 + 30);
  });

  it('is a search for each begun hundred documents', () => {
    const documents = (count: number): string[] => Array.from({ length: count }, () => 'a');
    expect(measure('q', documents(1)).searchUnits).toBe(1);
    expect(measure('q', documents(100)).searchUnits).toBe(1);
    expect(measure('q', documents(101)).searchUnits).toBe(2);
  });

  it('counts the pieces of long documents', () => {
    // 4,000 tokens in pieces of 400 beside a query of 100: ten pieces each.
    const documents = Array.from({ length: 11 }, () => words(4_000));
    expect(measure(words(100), documents).searchUnits).toBe(2);
    expect(measure(words(100), documents, 400).searchUnits).toBe(1);
  });

  it('stays finite with a query that is longer than a piece', () => {
    expect(measure(words(5_000), [words(4_000)]).searchUnits).toBe(1);
  });
});
