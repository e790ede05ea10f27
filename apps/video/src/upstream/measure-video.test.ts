import { createFakeClient } from '../../test/support/fake-client';
import { fileType, makeBox, makeMovieHeader, makeMp4 } from '../../test/support/make-mp4';
import { createMeasureVideo } from './measure-video';

const url = 'https://videos.example/a.mp4';

/** A server that supports ranges, and one that does not. */
function serve(file: Buffer, knowsRanges = true) {
  const { client, sent } = createFakeClient(({ headers }) => {
    const [, start = '0', end = '0'] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? [];
    return knowsRanges
      ? { status: 206, body: file.subarray(Number(start), Number(end) + 1) }
      : { status: 200, body: file };
  });
  return { measure: createMeasureVideo(client), sent };
}

describe('the length of a video that a caller names', () => {
  it.each([true, false])('is read from its beginning (ranges: %p)', async (knowsRanges) => {
    const { measure, sent } = serve(makeMp4(7, 1_000_000), knowsRanges);
    expect(await measure(url)).toBe(7);
    expect(sent).toHaveLength(1);
  });

  it('is read from its end when its header is there', async () => {
    const media = makeBox('mdat', Buffer.alloc(2_000_000));
    const { measure, sent } = serve(Buffer.concat([fileType, media, makeMovieHeader(9)]));
    expect(await measure(url)).toBe(9);
    expect(sent).toHaveLength(2);
  });

  it('is fetched only through the guarded agent', async () => {
    const { measure, sent } = serve(makeMp4(7));
    await measure(url);
    expect(sent.map(({ lane }) => lane)).toEqual(['guarded']);
  });

  it.each([
    ['a file that is no video', { status: 200, body: Buffer.from('<html>') }],
    ['a redirect', { status: 302, headers: { location: 'https://127.0.0.1/' } }],
    ['a failure', { status: 500 }],
    ['nothing', { status: 200 }],
  ])('is unknown of %s', async (_name, answer) => {
    const { client } = createFakeClient(() => answer);
    expect(await createMeasureVideo(client)(url)).toBeUndefined();
  });

  it('is unknown when the server does not answer', async () => {
    const measure = createMeasureVideo({ open: () => Promise.reject(new Error('no')) });
    expect(await measure(url)).toBeUndefined();
  });
});
