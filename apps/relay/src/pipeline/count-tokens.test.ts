import { Readable } from 'node:stream';
import type { UpstreamRequest } from '@tollgate/model-spec';
import { aModel, aRoute, aSnapshot } from '../../test/support/build-calls';
import { createCountTokens } from './count-tokens';
import type { UpstreamAnswer } from './open-upstream';

const snapshot = aSnapshot([aModel({ maxCompletionTokens: 100 })], {
  'acme/small': [aRoute({ protocol: 'anthropic' })],
});

/** Counts with a provider that answers 42, and tells what it was asked. */
async function count(
  fields: Readonly<Record<string, unknown>>,
  answer = '{"input_tokens":42}',
): Promise<{ tokens: number; sent: readonly UpstreamRequest[] }> {
  const sent: UpstreamRequest[] = [];
  const open = (request: UpstreamRequest): Promise<UpstreamAnswer> => {
    sent.push(request);
    const body = Readable.from([Buffer.from(answer)]) as UpstreamAnswer['body'];
    return Promise.resolve({ status: 200, headers: {}, body, abort: () => undefined });
  };
  const body = { model: 'acme/small', messages: [{ role: 'user', content: 'Hello' }], ...fields };
  const tokens = await createCountTokens({ getSnapshot: () => snapshot, upstream: { open } })({
    body,
    bodyText: JSON.stringify(body),
    clientHeaders: {},
    clientGone: new AbortController().signal,
  });
  return { tokens, sent };
}

describe('counting the tokens of a message', () => {
  it('asks the provider, and for nothing else than to count', async () => {
    const { sent, tokens } = await count({ max_tokens: 64_000, stream: true });
    expect(tokens).toBe(42);
    expect(sent[0]?.url).toMatch(/\/messages\/count_tokens$/);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      model: 'small',
      messages: [{ role: 'user', content: 'Hello' }],
    });
  });

  it('estimates where the provider gives no number', async () => {
    expect((await count({}, '{"input_tokens":"many"}')).tokens).toBeGreaterThan(0);
  });

  it('never has a provider fetch from a private address', async () => {
    const source = { type: 'url', url: 'http://169.254.169.254/latest' };
    const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
    await expect(count({ messages })).rejects.toMatchObject({ reason: 'invalid_image_url' });
  });
});
