import { emptyUsage } from '@tollgate/model-spec';
import { computeCharge } from '@tollgate/money';
import {
  findVideoSecondPrice,
  makeImageLines,
  makeRankingLines,
  makeSpeechLines,
  makeTranscriptionLines,
} from './charge-units';
import {
  estimateImages,
  estimateRanking,
  estimateSpeech,
  estimateTranscription,
} from './estimate-units';
import { makePriceList, type OperatorPrices, type PriceListInput } from './price-list';

const make = (prices: OperatorPrices, rest: Partial<PriceListInput> = {}) =>
  makePriceList({ version: 1n, kind: 'image', prices, ...rest });

describe('images', () => {
  const list = make({ image: '0.02' }, { sizes: { '1024x1024': '0.04' } });
  const work = { count: 3, promptTokens: 10, tokensPerImage: undefined };

  it('are paid each by their size, or at the common price', () => {
    expect(computeCharge(makeImageLines(list, 3, '1024x1024'))).toBe(120_000_000n);
    expect(computeCharge(makeImageLines(list, 3, '64x64'))).toBe(60_000_000n);
    expect(estimateImages(list, { ...work, size: '1024x1024' })).toBe(120_000_000n);
  });

  it('are reserved at the most expensive size when theirs has no price', () => {
    const bySize = make({}, { sizes: { small: '0.01', large: '0.05' } });
    expect(estimateImages(bySize, { ...work, size: 'unknown' })).toBe(150_000_000n);
  });

  it('are reserved at nothing where nothing has a price', () => {
    expect(estimateImages(make({}), { ...work, size: '1024x1024' })).toBe(0n);
  });

  it('are reserved by tokens where they have no price of their own', () => {
    const byTokens = make({ prompt: '1', completion: '2', imageOutput: '10' });
    expect(estimateImages(byTokens, { ...work, size: undefined })).toBe(
      10n * 1_000n + 3n * 4_160n * 10_000n,
    );
  });
});

describe('speech', () => {
  it('is paid by code points, exactly', () => {
    const list = make({ character: '0.000015' });
    expect(computeCharge(makeSpeechLines(list, 'ab😀'))).toBe(45_000n);
    expect(estimateSpeech(list, 'ab😀')).toBe(45_000n);
  });
});

describe('transcription', () => {
  const list = make({ audioSecond: '0.0001' });

  it('is paid by begun seconds, at least one', () => {
    expect(computeCharge(makeTranscriptionLines(list, 12.2))).toBe(1_300_000n);
    expect(computeCharge(makeTranscriptionLines(list, 0))).toBe(100_000n);
  });

  it('is reserved by its length, or by its bytes where the length is not known', () => {
    expect(estimateTranscription(list, { seconds: 12.2, bytes: 1 })).toBe(1_300_000n);
    expect(estimateTranscription(list, { seconds: undefined, bytes: 40_000 })).toBe(1_000_000n);
  });
});

describe('a video', () => {
  const video = { resolutions: { '1080p': '2' }, audioMultiplier: '1.5' };
  const list = make({ videoSecond: '0.1' }, { video });

  it('is paid by the second, times resolution and audio', () => {
    const charge = (work: Parameters<typeof findVideoSecondPrice>[1]): bigint =>
      computeCharge([
        { bucket: 'video_second', units: 5n, pricePicos: findVideoSecondPrice(list, work) },
      ]);
    expect(charge({ resolution: '720p', hasAudio: false })).toBe(500_000_000n);
    expect(charge({ resolution: '1080p', hasAudio: true })).toBe(1_500_000_000n);
  });
});

describe('a ranking', () => {
  const usage = { ...emptyUsage, input: 1_000 };
  const make = (prices: OperatorPrices) => makePriceList({ version: 1n, kind: 'rerank', prices });

  it.each<[string, OperatorPrices, bigint]>([
    ['searches', { searchUnit: '0.002' }, 6_000_000n],
    ['tokens', { prompt: '0.05' }, 50_000n],
    ['both', { searchUnit: '0.002', prompt: '0.05' }, 6_050_000n],
    ['both and the request', { searchUnit: '0.002', prompt: '0.05', request: '0.01' }, 16_050_000n],
  ])('is paid by %s, and reserved at least that', (_name, prices, expected) => {
    const list = make(prices);
    expect(computeCharge(makeRankingLines(list, { searchUnits: 3, usage }))).toBe(expected);
    expect(estimateRanking(list, { searchUnits: 3, promptTokens: 1_000 })).toBe(expected);
  });

  it('costs nothing where the provider reports nothing that has a price', () => {
    const nothing = { searchUnits: undefined, usage: undefined };
    expect(makeRankingLines(make({ searchUnit: '0.002', request: '1' }), nothing)).toEqual([]);
    expect(makeRankingLines(make({ searchUnit: '0.002' }), { ...nothing, usage })).toEqual([]);
    expect(makeRankingLines(make({ prompt: '1' }), { ...nothing, searchUnits: 3 })).toEqual([]);
  });
});
