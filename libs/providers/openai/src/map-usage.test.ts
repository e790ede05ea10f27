import { mapUsage } from './map-usage';

describe('usage of an OpenAI-protocol provider', () => {
  it('is split into disjoint buckets', () => {
    const usage = {
      prompt_tokens: 1_200,
      completion_tokens: 131,
      total_tokens: 1_331,
      prompt_tokens_details: { cached_tokens: 1_000, cache_write_tokens: 50, audio_tokens: 20 },
      completion_tokens_details: { reasoning_tokens: 31, audio_tokens: 9, image_tokens: 5 },
    };
    expect(mapUsage(usage)).toEqual({
      kind: 'usage',
      usage: {
        input: 130,
        cacheRead: 1_000,
        cacheWrite5m: 50,
        cacheWrite1h: 0,
        output: 117,
        reasoning: 31,
        audioInput: 20,
        imageInput: 0,
        audioOutput: 9,
        imageOutput: 5,
      },
    });
  });

  it('adds reasoning that a provider counts beside completion', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 35,
      completion_tokens_details: { reasoning_tokens: 20 },
    };
    expect(mapUsage(usage)).toMatchObject({ usage: { output: 25, reasoning: 20 } });
  });

  it('takes cached tokens from the top where a provider puts them', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, cached_tokens: 4 };
    expect(mapUsage(usage)).toMatchObject({ usage: { input: 6, cacheRead: 4 } });
  });

  it.each([[undefined], [null], [{}], [{ prompt_tokens: 0, completion_tokens: 0 }]])(
    'is missing in %j',
    (value) => {
      expect(mapUsage(value)).toEqual({ kind: 'missing' });
    },
  );

  it.each([
    [{ prompt_tokens: -1, completion_tokens: 5 }],
    [{ prompt_tokens: 1.5, completion_tokens: 5 }],
    [{ prompt_tokens: '7', completion_tokens: 5 }],
    [{ prompt_tokens: 1e308, completion_tokens: 5 }],
    [{ prompt_tokens: 5, completion_tokens: Number.NaN }],
    [{ prompt_tokens: 5, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 6 } }],
    [7],
  ])('is unusable in %j', (value) => {
    expect(mapUsage(value)).toEqual({ kind: 'unusable' });
  });
});
