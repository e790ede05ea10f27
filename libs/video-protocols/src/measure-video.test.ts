import { computeCharge } from '@tollgate/money';
import { findVideoSecondPrice, makePriceList } from '@tollgate/pricing';
import { countVideoSeconds, makeVideoJobLines, measureVideo, rateVideo } from './measure-video';

const prices = makePriceList({
  version: 3n,
  kind: 'video',
  prices: { videoSecond: '0.1', request: '0.05' },
  video: { resolutions: { '720p': '1', '1080p': '2' }, audioMultiplier: '1.5' },
});
const plain = { resolution: '720p', hasAudio: false };

describe('the price of a video', () => {
  it.each([
    [{ resolution: '720p', hasAudio: false }, 100_000_000_000n],
    [{ resolution: '1080p', hasAudio: false }, 200_000_000_000n],
    [{ resolution: '720p', hasAudio: true }, 150_000_000_000n],
    [{ resolution: '1080p', hasAudio: true }, 300_000_000_000n],
    [{ resolution: undefined, hasAudio: false }, 100_000_000_000n],
  ])('by the second of %j is %s picos', (work, secondPicos) => {
    expect(rateVideo(prices, work)).toEqual({ secondPicos, requestPicos: 50_000_000_000n });
  });

  it.each([
    [{ seconds: 8, inputSeconds: 0 }, 850_000_000n],
    [{ seconds: 5, inputSeconds: 10 }, 1_550_000_000n],
    [{ seconds: 7.2, inputSeconds: 2.1 }, 1_150_000_000n],
    [{ seconds: 0, inputSeconds: 0 }, 150_000_000n],
  ])('of %j is %s nanos', (video, amount) => {
    expect(measureVideo(rateVideo(prices, plain), video)).toBe(amount);
  });

  it('is the price-list cost of the same number of seconds', () => {
    for (const seconds of [1, 5, 12]) {
      const video = { seconds, inputSeconds: 0 };
      const picos = BigInt(seconds) * findVideoSecondPrice(prices, plain) + prices.requestPicos;
      expect(measureVideo(rateVideo(prices, plain), video)).toBe(picos / 1_000n);
    }
  });

  it('never rises when less was made', () => {
    const rate = rateVideo(prices, { resolution: '1080p', hasAudio: true });
    const costs = [0, 1, 2.5, 3, 8].map((seconds) =>
      measureVideo(rate, { seconds, inputSeconds: 0 }),
    );
    expect(costs).toEqual([...costs].sort((left, right) => (left < right ? -1 : 1)));
  });

  it('is in its charge lines', () => {
    const rate = rateVideo(prices, plain);
    const lines = makeVideoJobLines(rate, { seconds: 8, inputSeconds: 2 });
    expect(lines).toEqual([
      { bucket: 'video_second', units: 10n, pricePicos: 100_000_000_000n },
      { bucket: 'request', units: 1n, pricePicos: 50_000_000_000n },
    ]);
    expect(computeCharge(lines)).toBe(1_050_000_000n);
    expect(countVideoSeconds({ seconds: 8, inputSeconds: 2 })).toBe(10);
  });

  it('has no lines where nothing costs anything', () => {
    expect(
      makeVideoJobLines({ secondPicos: 0n, requestPicos: 0n }, { seconds: 8, inputSeconds: 0 }),
    ).toEqual([]);
  });
});
