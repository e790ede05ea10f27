import { readExtras } from './read-answer';

describe('the extras of a Chat answer', () => {
  it.each<[string, object, number]>([
    ['one search, which the protocol does not report', {}, 1],
    ['as many searches as the usage says', { num_search_queries: 3 }, 3],
    ['as many as server_tool_use says', { server_tool_use: { web_search_requests: 0 } }, 0],
    ['one search where the count is invalid', { num_search_queries: -2 }, 1],
  ])('are %s', (_what, usage, searches) => {
    expect(readExtras({ service_tier: 'flex', usage })).toEqual({
      serviceTier: 'flex',
      toolUses: new Map([['web_search', searches]]),
    });
  });
});
