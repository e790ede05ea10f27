import { emptyUsage } from '@tollgate/model-spec';
import { hasResults, renderResponse } from './render-response';

const result = {
  flagged: true,
  categories: { violence: true, illicit: null },
  category_scores: { violence: 0.97 },
  category_applied_input_types: { violence: ['text'] },
};

describe('a judgement', () => {
  it('is an answer with a result that is flagged or not', () => {
    expect(hasResults({ results: [result] })).toBe(true);
    for (const results of [undefined, [], [7], [{ flagged: 'no', categories: {} }], [{}]])
      expect(hasResults({ results })).toBe(false);
  });

  it('passes with id, model and usage of the gateway', () => {
    const text = JSON.stringify({ id: 'modr-1', model: 'omni-moderation', results: [result] });
    const settled = { usage: emptyUsage, costNanos: 0n, upstream: undefined };
    const face = { ulid: '01', model: 'openai/omni-moderation-latest' };
    expect(JSON.parse(renderResponse(text, face, settled))).toEqual({
      id: 'gen-01',
      model: 'openai/omni-moderation-latest',
      results: [result],
      usage: { prompt_tokens: 0, total_tokens: 0, cost: 0 },
    });
  });
});
