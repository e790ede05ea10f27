import { Readable } from 'node:stream';
import { compileRules, scanTexts, type ContentRule } from '@tollgate/content-rules';
import type { UpstreamRequest } from '@tollgate/model-spec';
import { personalPolicy, type ByokKey, type CallerPolicy } from '@tollgate/policy';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
  noKnowledge,
} from '../../test/support/build-calls';
import type { Routing } from './route/choose-route';
import { createCountTokens } from './count-tokens';
import type { OpenOptions, UpstreamAnswer, UpstreamClient } from './attempt/open-upstream';

const snapshot = aSnapshot([aModel({ maxCompletionTokens: 100 })], {
  'acme/small': [aRoute({ protocol: 'anthropic' })],
});

/** Counts with a provider that answers 42, and tells what it was asked. */
async function count(
  fields: Readonly<Record<string, unknown>>,
  answer = '{"input_tokens":42}',
  routing: Partial<Routing> = {},
  policy: CallerPolicy = personalPolicy,
): Promise<{ tokens: number; sent: readonly (UpstreamRequest & OpenOptions)[] }> {
  const sent: (UpstreamRequest & OpenOptions)[] = [];
  const open: UpstreamClient['open'] = (request, _clientGone, options) => {
    sent.push({ ...request, ...options });
    const body = Readable.from([Buffer.from(answer)]) as UpstreamAnswer['body'];
    return Promise.resolve({ status: 200, headers: {}, body, abort: () => undefined });
  };
  const body = { model: 'acme/small', messages: [{ role: 'user', content: 'Hello' }], ...fields };
  const getRouting = (): Routing => aRouting(snapshot, routing);
  const tokens = await createCountTokens({ getRouting, upstream: { open }, scan: scanTexts })({
    ...aParsedCall({ policy }),
    body,
    bodyText: JSON.stringify(body),
  });
  return { tokens, sent };
}

describe('counting the tokens of a message', () => {
  it('asks the provider to count, and for nothing else', async () => {
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

  it('resolves names as a call does', async () => {
    const routing = { clientPrefixes: ['mine/'] };
    expect((await count({ model: 'mine/acme/small' }, undefined, routing)).tokens).toBe(42);
    expect((await count({ model: undefined, models: ['acme/small'] })).tokens).toBe(42);
  });

  it('asks no isolated provider, nor one that the caller excludes', async () => {
    const knowledge = { ...noKnowledge, isHealthy: () => false };
    const isolated = await count({}, undefined, { knowledge });
    expect(isolated.sent).toEqual([]);
    expect(isolated.tokens).toBeGreaterThan(0);
    const unwanted = await count({ provider: { ignore: ['acme'] } });
    expect(unwanted.sent).toEqual([]);
    expect(unwanted.tokens).toBeGreaterThan(0);
  });

  it('asks the provider of the organization, and only at a permitted address', async () => {
    expect((await count({})).sent).toMatchObject([{ isGuarded: false }]);
    const byok: ByokKey = {
      ...{ id: 'byok_1', orgId: 'org_1', protocol: 'anthropic', isSeamless: false },
      ...{ baseUrl: 'https://own.example/v1', sealedKey: Buffer.alloc(0), masterKeyId: 'k1' },
      scopedKeyIds: new Set(),
      upstreamModels: new Map([['acme/small', 'house-model']]),
      isFailing: false,
    };
    const policy = { ...personalPolicy, orgId: 'org_1', byokKeys: [byok] };
    expect((await count({}, undefined, {}, policy)).sent).toMatchObject([
      { isGuarded: true, url: 'https://own.example/v1/messages/count_tokens' },
    ]);
  });

  it('sends the provider the redacted text, or nothing', async () => {
    const rule: ContentRule = {
      ...{ id: 'rule_1', kind: 'keyword', template: null, pattern: null, flags: 'i' },
      ...{ keywords: ['hello'], action: 'redact', applyTo: ['user'], teamIds: [] },
      isShadow: false,
    };
    const under = (action: ContentRule['action']): CallerPolicy => ({
      ...personalPolicy,
      rules: compileRules([{ ...rule, action }]),
    });
    const { sent } = await count({}, undefined, {}, under('redact'));
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({
      messages: [{ role: 'user', content: '[REDACTED]' }],
    });
    await expect(count({}, undefined, {}, under('block'))).rejects.toMatchObject({
      reason: 'content_filter',
    });
  });

  it('never has a provider fetch from a private address', async () => {
    const source = { type: 'url', url: 'http://169.254.169.254/latest' };
    const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
    await expect(count({ messages })).rejects.toMatchObject({ reason: 'invalid_image_url' });
  });
});
