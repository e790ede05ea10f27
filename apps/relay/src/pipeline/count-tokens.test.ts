import { Readable } from 'node:stream';
import type { UpstreamRequest } from '@tollgate/model-spec';
import { aModel, aParsedCall, aRoute, aRouting, aSnapshot } from '../../test/support/build-calls';
import { noKnowledge } from '../domain/order-ways';
import type { Routing } from './choose-route';
import { createCountTokens } from './count-tokens';
import type { UpstreamAnswer } from './open-upstream';

const snapshot = aSnapshot([aModel({ maxCompletionTokens: 100 })], {
  'acme/small': [aRoute({ protocol: 'anthropic' })],
});

/** Counts with a provider that answers 42, and tells what it was asked. */
async function count(
  fields: Readonly<Record<string, unknown>>,
  answer = '{"input_tokens":42}',
  routing: Partial<Routing> = {},
): Promise<{ tokens: number; sent: readonly UpstreamRequest[] }> {
  const sent: UpstreamRequest[] = [];
  const open = (request: UpstreamRequest): Promise<UpstreamAnswer> => {
    sent.push(request);
    const body = Readable.from([Buffer.from(answer)]) as UpstreamAnswer['body'];
    return Promise.resolve({ status: 200, headers: {}, body, abort: () => undefined });
  };
  const body = { model: 'acme/small', messages: [{ role: 'user', content: 'Hello' }], ...fields };
  const getRouting = (): Routing => aRouting(snapshot, routing);
  const tokens = await createCountTokens({ getRouting, upstream: { open } })({
    ...aParsedCall(),
    body,
    bodyText: JSON.stringify(body),
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

  it('takes names as a call does', async () => {
    const routing = { clientPrefixes: ['mine/'] };
    expect((await count({ model: 'mine/acme/small' }, undefined, routing)).tokens).toBe(42);
    expect((await count({ model: undefined, models: ['acme/small'] })).tokens).toBe(42);
  });

  it('asks nobody who is isolated, or whom the caller does not want', async () => {
    const knowledge = { ...noKnowledge, isHealthy: () => false };
    const isolated = await count({}, undefined, { knowledge });
    expect(isolated.sent).toEqual([]);
    expect(isolated.tokens).toBeGreaterThan(0);
    const unwanted = await count({ provider: { ignore: ['acme'] } });
    expect(unwanted.sent).toEqual([]);
    expect(unwanted.tokens).toBeGreaterThan(0);
  });

  it('never has a provider fetch from a private address', async () => {
    const source = { type: 'url', url: 'http://169.254.169.254/latest' };
    const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
    await expect(count({ messages })).rejects.toMatchObject({ reason: 'invalid_image_url' });
  });
});
