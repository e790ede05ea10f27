import type { ObjectStore } from '@tollgate/object-store';
import { openTicket } from './image-ticket';
import type { HostImages } from '../endpoints/images/image-answer';
import { createHostImages } from './host-images';

const key = Buffer.alloc(32, 1);
const nowMs = 1_800_000_000_000;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const context = { ulid: '01K9', trustedBaseUrl: 'http://10.0.0.1:9100/v1' };

function setUp(put?: ObjectStore['put']): { host: HostImages; stored: Map<string, Buffer> } {
  const stored = new Map<string, Buffer>();
  const keep: ObjectStore['put'] = async (path, body, { contentType }) => {
    stored.set(path, body as Buffer);
    return { totalBytes: 0, contentType, modifiedAt: new Date() };
  };
  const store = { put: put ?? keep };
  const apiUrl = 'https://api.example';
  return { stored, host: createHostImages({ store, key, apiUrl, getNowMs: () => nowMs }) };
}

const dataUri = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;
const open = (url: string | undefined) => openTicket(url?.split('/').at(-1) ?? '', [key], nowMs);

describe('images for clients', () => {
  it('are stored when they arrive as bytes, and are fetched by their token alone', async () => {
    const { host, stored } = setUp();
    const [image] = await host([{ url: dataUri(png), revisedPrompt: 'A gate' }], context);
    expect(stored.get('images/01k9/0')).toEqual(png);
    expect(image?.url).toMatch(/^https:\/\/api\.example\/v1\/images\/proxy\//);
    expect(image).toMatchObject({ upstreamUrl: image?.url, revisedPrompt: 'A gate' });
    expect(open(image?.url)?.source).toEqual({
      kind: 'object',
      key: 'images/01k9/0',
      contentType: 'image/png',
    });
  });

  it.each([
    ['http://10.0.0.1:9100/files/a.png', true],
    ['https://cdn.example/a.png', false],
    ['https://10.0.0.1/a.png', false],
  ])('keep their address at %s, trusted: %s', async (url, isProviders) => {
    const { host, stored } = setUp();
    const [image] = await host([{ url }], context);
    expect(stored.size).toBe(0);
    expect(image?.upstreamUrl).toBe(url);
    expect(open(image?.url)?.source).toEqual({ kind: 'url', url, isProviders });
  });

  it.each([
    ['bytes that are no image', dataUri(Buffer.from('<svg/>'))],
    ['an address without encryption', 'http://cdn.example/a.png'],
    ['a file', 'file:///etc/passwd'],
  ])('are refused for %s', async (_what, url) => {
    await expect(setUp().host([{ url }], context)).rejects.toMatchObject({
      reason: 'upstream_unavailable',
    });
  });

  it('that cannot be stored are a failure of the gateway', async () => {
    const { host } = setUp(() => Promise.reject(new Error('disk full')));
    await expect(host([{ url: dataUri(png) }], context)).rejects.toMatchObject({
      reason: 'pipeline_error',
      status: 502,
    });
  });
});
