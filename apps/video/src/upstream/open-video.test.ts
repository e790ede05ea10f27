import { buffer } from 'node:stream/consumers';
import { createFakeClient, type FakeAnswer } from '../../test/support/fake-client';
import { makeMp4 } from '../../test/support/make-mp4';
import { videoBytesMax } from '../domain/mp4';
import { openVideo } from './open-video';

const baseUrl = 'http://provider.example:8080/v1';
const { signal } = new AbortController();
const video = makeMp4(4);

function open(url: string, answer: FakeAnswer = { body: video }) {
  const { client, sent } = createFakeClient(() => answer);
  return { opening: openVideo({ client, output: { kind: 'url', url }, baseUrl, signal }), sent };
}

describe('a video at a URL of its provider', () => {
  it.each([
    ['http://provider.example:8080/files/1.mp4', 'pooled'],
    ['https://cdn.example/1.mp4', 'guarded'],
    ['https://127.0.0.1/1.mp4', 'guarded'],
    ['https://provider.example/1.mp4', 'guarded'],
  ])('is fetched: %s (%s)', async (url, lane) => {
    const { opening, sent } = open(url);
    const { body } = await opening;
    expect(video.equals(await buffer(body))).toBe(true);
    expect(sent.map((one) => one.lane)).toEqual([lane]);
  });

  it.each(['http://cdn.example/1.mp4', 'file:///etc/passwd', 'nonsense'])(
    'is not fetched without TLS elsewhere: %s',
    async (url) => {
      const { opening, sent } = open(url);
      await expect(opening).rejects.toMatchObject({ reason: 'upstream_unavailable' });
      expect(sent).toEqual([]);
    },
  );

  it.each<[string, FakeAnswer]>([
    ['a page', { headers: { 'content-type': 'video/mp4' }, body: Buffer.from('<html><script>') }],
    ['a redirect', { status: 302, headers: { location: 'https://127.0.0.1/' } }],
    ['a packed body', { headers: { 'content-encoding': 'gzip' }, body: video }],
    ['too much', { headers: { 'content-length': String(videoBytesMax + 1) }, body: video }],
    ['nothing', {}],
  ])('is refused when it is %s', async (_name, answer) => {
    const { opening } = open('https://cdn.example/1.mp4', answer);
    await expect(opening).rejects.toMatchObject({ reason: 'upstream_unavailable' });
  });
});
