import { generateKeyPairSync, verify } from 'node:crypto';
import { join } from 'node:path';
import { emptyUsage, type NeutralRequest } from '@tollgate/model-spec';
import {
  describeProviderContract,
  makeNeutralRequest,
  makeUpstreamTarget,
} from '@tollgate/testing';
import { vertex } from './adapter';

const used = { ...emptyUsage, input: 12, cacheRead: 1000, output: 29 };
const usage = { kind: 'usage', usage: used } as const;
const stop = { finishReason: 'stop', nativeFinishReason: 'STOP' } as const;
const body = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] };
const place = 'https://upstream.test/v1/publishers/google/models/upstream-model';

describeProviderContract({
  adapter: vertex,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey: 'AIzaSyAbcdefghijklmnopqrstuvwxyz0123456',
  sent: {
    keyHeader: 'x-goog-api-key',
    plain: { url: `${place}:generateContent`, body },
    streaming: { url: `${place}:streamGenerateContent?alt=sse`, body },
  },
  finishMark: /"finishReason"|"blockReason"/,
  usageMark: /"finishReason"|"blockReason"/,
  makeUsage: (count) => ({ promptTokenCount: 100_000_000, cachedContentTokenCount: count }),
  stopReasons: { STOP: 'stop', MAX_TOKENS: 'length', SAFETY: 'content_filter' },
  makeErrorBody: (message) =>
    JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
  errors: {
    'error-permission': { status: 403, failure: { kind: 'auth' } },
    'error-token': { status: 401, failure: { kind: 'auth' } },
  },
  meanings: {
    text: {
      answer: { parts: [{ type: 'text', text: 'Grüße, 世界 👋' }], ...stop, usage },
      parts: [
        { type: 'prompt-tokens', promptTokens: 1012 },
        { type: 'text-delta', text: 'Grüße, ' },
        { type: 'text-delta', text: '世界' },
        { type: 'text-delta', text: ' 👋' },
        { type: 'finish', ...stop },
        { type: 'usage', usage, raw: expect.any(Object) as unknown },
      ],
    },
    'error-expired': {
      parts: [
        { type: 'prompt-tokens', promptTokens: 5 },
        { type: 'text-delta', text: 'one' },
        { type: 'error', failure: { kind: 'auth' } },
      ],
    },
  },
});

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const account = {
  type: 'service_account',
  project_id: 'house-project',
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'gateway@house-project.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};

function send(changes: object = {}, request: Partial<NeutralRequest> = {}) {
  const baseUrl = 'https://eu-aiplatform.googleapis.com/v1/projects/house-project/locations/eu';
  const apiKey = JSON.stringify({ ...account, ...changes });
  const target = makeUpstreamTarget({ baseUrl, apiKey, upstreamModel: 'gemini-2.5-flash' });
  const input = { request: makeNeutralRequest(request), isStreaming: false, target };
  return vertex.translate(input).request;
}

describe('a service account', () => {
  it('signs an assertion that is exchanged for a token', async () => {
    const { authorize, headers, url } = send();
    expect(url).toBe(
      'https://eu-aiplatform.googleapis.com/v1/projects/house-project/locations/eu' +
        '/publishers/google/models/gemini-2.5-flash:generateContent',
    );
    expect(JSON.stringify(headers)).not.toContain('PRIVATE KEY');
    let form: Record<string, string> = {};
    const getToken = async (exchange: { makeForm(nowMs: number): Readonly<typeof form> }) => {
      form = { ...exchange.makeForm(1_763_110_800_500) };
      return 'token-1';
    };
    expect(await authorize?.({ getToken })).toEqual({ authorization: 'Bearer token-1' });
    expect(form['grant_type']).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', claims = '', signature = ''] = (form['assertion'] ?? '').split('.');
    const decode = (text: string): unknown =>
      JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    expect(decode(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
    expect(decode(claims)).toEqual({
      iss: account.client_email,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: account.token_uri,
      iat: 1_763_110_800,
      exp: 1_763_114_400,
    });
    const bytes = Buffer.from(`${head}.${claims}`);
    const seal = Buffer.from(signature, 'base64url');
    expect(verify('RSA-SHA256', bytes, publicKey, seal)).toBe(true);
  });

  it.each([
    { token_uri: 'https://oauth2.googleapis.com.evil.test/token' },
    { token_uri: 'http://169.254.169.254/token' },
    { private_key: 'no key' },
    { client_email: 'nobody' },
    { location: 'eu.evil.test/' },
  ])('is not used with %j', (changes) => {
    expect(() => send(changes)).toThrow(
      expect.objectContaining({ reason: 'upstream_auth_failed' }) as Error,
    );
  });
});

describe('calls of tools at Vertex AI', () => {
  it('have no ids, and results in the order of the calls', () => {
    const call = (id: string) =>
      ({ type: 'tool-call', id, name: 'find', arguments: `{"at":"${id}"}` }) as const;
    const result = (callId: string) =>
      ({ role: 'tool', callId, parts: [{ type: 'text', text: `of ${callId}` }] }) as const;
    const { body: text } = send(
      {},
      {
        messages: [
          { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
          { role: 'assistant', parts: [call('one'), call('two')] },
          result('two'),
          result('one'),
        ],
      },
    );
    const { contents } = JSON.parse(text) as { contents: unknown[] };
    expect(contents.slice(1)).toEqual([
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'find', args: { at: 'one' } } },
          { functionCall: { name: 'find', args: { at: 'two' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'find', response: { output: 'of one' } } },
          { functionResponse: { name: 'find', response: { output: 'of two' } } },
        ],
      },
    ]);
  });
});
