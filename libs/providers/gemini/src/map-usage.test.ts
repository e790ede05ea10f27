import { emptyUsage } from '@tollgate/model-spec';
import { mapUsage } from './map-usage';

const used = (usage: object) => ({ kind: 'usage', usage: { ...emptyUsage, ...usage } });
const audio = (tokenCount: unknown) => [{ modality: 'AUDIO', tokenCount }];

describe('usage (31)', () => {
  it.each<[string, object, object]>([
    [
      'what was cached is inside the prompt',
      { promptTokenCount: 100, cachedContentTokenCount: 80, candidatesTokenCount: 5 },
      { input: 20, cacheRead: 80, output: 5 },
    ],
    [
      'thoughts are beside the candidates',
      { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 30 },
      { input: 10, output: 35, reasoning: 30 },
    ],
    [
      'prompts of tools are beside the prompt',
      { promptTokenCount: 10, toolUsePromptTokenCount: 7, candidatesTokenCount: 5 },
      { input: 17, output: 5 },
    ],
    [
      'audio has a bucket of its own, unless it was cached',
      {
        promptTokenCount: 100,
        cachedContentTokenCount: 30,
        promptTokensDetails: audio(60),
        cacheTokensDetails: audio(30),
        candidatesTokenCount: 5,
        candidatesTokensDetails: audio(5),
      },
      { input: 40, cacheRead: 30, audioInput: 30, audioOutput: 5 },
    ],
    [
      'details never exceed their total',
      { promptTokenCount: 10, promptTokensDetails: audio(60), candidatesTokenCount: 5 },
      { audioInput: 10, output: 5 },
    ],
  ])('%s', (_name, given, expected) => {
    expect(mapUsage(given)).toEqual(used(expected));
  });

  it('of nothing at all is missing', () => {
    expect(mapUsage({ promptTokenCount: 0, totalTokenCount: 0 })).toEqual({ kind: 'missing' });
  });

  it.each([
    'many',
    { promptTokenCount: 10, cachedContentTokenCount: 11 },
    { promptTokenCount: 10, promptTokensDetails: audio(-1) },
    { promptTokenCount: 10, candidatesTokensDetails: audio('5') },
  ])('%p is unusable', (given) => {
    expect(mapUsage(given)).toEqual({ kind: 'unusable' });
  });
});
