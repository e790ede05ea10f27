import { computeCharge } from '@tollgate/money';
import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import { makePriceList, type PriceListInput } from '@tollgate/pricing';
import { makeImageCharge, reserveImages, type MadeImages } from './charge-images';

const price = (input: Partial<PriceListInput>) =>
  makePriceList({ version: 1n, kind: 'image', prices: {}, ...input });
const used = (usage: object): UsageReading => ({
  kind: 'usage',
  usage: { ...emptyUsage, ...usage },
});
const missing: UsageReading = { kind: 'missing' };
const tokens = { prompt: '5', completion: '40' };
const sizes = { '1024x1024': '0.04', '1536x1024': '0.06' };
const qualities = {
  'low/1024x1024': '0.011',
  'high/1024x1024': '0.167',
  'high/1536x1024': '0.25',
};
const talk = used({ input: 100, output: 10, imageOutput: 1_000 });

const work = {
  promptTokens: 100,
  outputTokens: 8_192,
  choices: 1,
  cacheWrite: 'none',
  isThinking: false,
  hasAudioInput: false,
  hasImageInput: false,
  hasAudioOutput: false,
  hasImageOutput: true,
  usesWeb: false,
} as const;

describe('the charge for images', () => {
  it.each<[string, Partial<PriceListInput>, Partial<MadeImages>, bigint]>([
    ['is by its quality, too', { sizes: qualities }, { quality: 'low' }, 11_000_000n],
    ['is of the best quality when the quality is unknown', { sizes: qualities }, {}, 167_000_000n],
    ['is by the image and its size', { sizes }, { count: 2, size: '1536x1024' }, 120_000_000n],
    ['is the dearest for a size without a price', { sizes }, { size: '9x9' }, 60_000_000n],
    [
      'is by the image where that has a price',
      { prices: { ...tokens, image: '0.1' } },
      {},
      100_000_000n,
    ],
    [
      'is by tokens elsewhere',
      { prices: tokens },
      { usage: used({ input: 100, imageOutput: 1_000 }) },
      40_500_000n,
    ],
    ['is nothing without usage or price', { prices: tokens }, { usage: missing }, 0n],
    [
      'of a model that talks is by its tokens',
      { kind: 'chat', prices: { ...tokens, imageOutput: '60' } },
      { kind: 'chat', usage: talk },
      500_000n + 400_000n + 60_000_000n,
    ],
    [
      'of a model that talks does not count the tokens of images that have a price',
      { kind: 'chat', prices: { ...tokens, image: '0.1' } },
      { kind: 'chat', usage: talk },
      500_000n + 400_000n + 100_000_000n,
    ],
    [
      'takes all output for images where the provider does not split it',
      { kind: 'chat', prices: { ...tokens, image: '0.1' } },
      { kind: 'chat', usage: used({ input: 100, output: 1_000 }) },
      500_000n + 100_000_000n,
    ],
  ])('%s', (_name, input, made, nanos) => {
    const lines = makeImageCharge(price(input), {
      kind: 'image',
      count: 1,
      size: '1024x1024',
      quality: undefined,
      usage: talk,
      ...made,
    });
    expect(computeCharge(lines)).toBe(nanos);
  });

  it('never exceeds what was held for what was asked', () => {
    for (const input of [
      { sizes },
      { sizes: qualities },
      { prices: { image: '0.1' } },
      { prices: tokens },
    ]) {
      for (const size of ['1024x1024', '1536x1024', undefined]) {
        const quality = undefined;
        const list = price(input);
        const held = reserveImages(list, { kind: 'image', count: 3, size, quality, work });
        const usage = used({ input: 100, imageOutput: 3 * 4_160 });
        const lines = makeImageCharge(list, { kind: 'image', count: 3, size, quality, usage });
        expect(computeCharge(lines)).toBeLessThanOrEqual(held);
      }
    }
  });
});
