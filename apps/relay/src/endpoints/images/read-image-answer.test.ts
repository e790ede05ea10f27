import type { CatalogModel } from '../../catalog/catalog';
import type { Candidate } from '../../domain/candidate';
import type { HostContext } from './image-answer';
import { prepareImages } from './read-image-answer';

async function findTrusted(byok: Candidate['byok']): Promise<HostContext['trustedBaseUrl']> {
  const contexts: HostContext[] = [];
  const target = { baseUrl: 'http://provider.example/v1' } as Candidate['target'];
  const { readWhole } = prepareImages({
    exchange: {
      request: { url: '', headers: {}, body: '' },
      readAnswer: () => ({
        images: [{ url: 'http://provider.example/a.png' }],
        parts: [],
        finishReason: 'stop',
        nativeFinishReason: undefined,
        usage: { kind: 'missing' },
        upstreamUsage: undefined,
        size: undefined,
        quality: undefined,
      }),
      readFailure: () => {
        throw new Error('no failure here');
      },
    },
    candidate: {
      model: { kind: 'image' } as CatalogModel,
      target,
      ...(byok === undefined ? {} : { byok }),
    },
    face: { ulid: '01', model: 'a/b', createdAtMs: 0 } as never,
    format: { size: undefined, quality: undefined },
    hostImages: (images, context) => {
      contexts.push(context);
      return Promise.resolve(images.map(({ url }) => ({ url, upstreamUrl: url })));
    },
    render: () => '',
  });
  await readWhole?.('{}');
  return contexts[0]?.trustedBaseUrl;
}

describe('the host that images are fetched from without a guard', () => {
  it("is the one of an operator's provider", async () => {
    expect(await findTrusted(undefined)).toBe('http://provider.example/v1');
  });

  it('is never one that a tenant chose: its name can be pointed at our own network later', async () => {
    expect(await findTrusted({ id: 'byok_1' } as Candidate['byok'])).toBeUndefined();
  });
});
