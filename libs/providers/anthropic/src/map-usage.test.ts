import { emptyUsage } from '@tollgate/model-spec';
import { mapUsage } from './map-usage';

const used = (usage: object) => ({ kind: 'usage', usage: { ...emptyUsage, ...usage } });

describe('usage (16.7)', () => {
  it.each<[string, object, object]>([
    [
      'input beside what was cached',
      { input_tokens: 3, output_tokens: 4 },
      { input: 3, output: 4 },
    ],
    [
      'reads from the cache',
      { input_tokens: 3, cache_read_input_tokens: 7, output_tokens: 4 },
      { input: 3, cacheRead: 7, output: 4 },
    ],
    [
      'writes of unknown life as the short one',
      { input_tokens: 3, cache_creation_input_tokens: 10, output_tokens: 4 },
      { input: 3, cacheWrite5m: 10, output: 4 },
    ],
    [
      'writes by their life',
      {
        cache_creation_input_tokens: 10,
        cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 6 },
        output_tokens: 4,
      },
      { cacheWrite5m: 4, cacheWrite1h: 6, output: 4 },
    ],
    [
      'cache writes split by lifetime only',
      { cache_creation: { ephemeral_1h_input_tokens: 6 }, output_tokens: 4 },
      { cacheWrite1h: 6, output: 4 },
    ],
    [
      'a total that is newer than its split',
      {
        cache_creation_input_tokens: 5,
        cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 6 },
        output_tokens: 4,
      },
      { cacheWrite1h: 5, output: 4 },
    ],
    [
      'thinking, which is a part of the output',
      { input_tokens: 3, output_tokens: 4, output_tokens_details: { thinking_tokens: 9 } },
      { input: 3, output: 4, reasoning: 4 },
    ],
    [
      'null as nothing',
      { input_tokens: 3, cache_read_input_tokens: null, cache_creation: null, output_tokens: 4 },
      { input: 3, output: 4 },
    ],
  ])('%s', (_name, given, expected) => {
    expect(mapUsage(given)).toEqual(used(expected));
  });

  it('of nothing at all is missing', () => {
    expect(mapUsage({ input_tokens: 0, output_tokens: 0 })).toEqual({ kind: 'missing' });
  });

  it.each([
    'many',
    { input_tokens: 1, cache_creation: { ephemeral_1h_input_tokens: -1 } },
    { input_tokens: 1, output_tokens_details: { thinking_tokens: 0.5 } },
  ])('%p is unusable', (given) => {
    expect(mapUsage(given)).toEqual({ kind: 'unusable' });
  });
});
