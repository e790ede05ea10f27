import { join } from 'node:path';
import { emptyUsage } from '@tollgate/model-spec';
import {
  describeProviderContract,
  makeNeutralRequest,
  makeUpstreamTarget,
} from '@tollgate/testing';
import { azure } from './adapter';

const usage = { kind: 'usage', usage: { ...emptyUsage, input: 9, output: 4 } } as const;
const raw = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
const stop = { finishReason: 'stop', nativeFinishReason: 'stop' } as const;
const body = { model: 'upstream-model', messages: [{ role: 'user', content: 'Hello' }] };

describeProviderContract({
  adapter: azure,
  fixtures: join(__dirname, '__fixtures__'),
  apiKey: 'key-0123456789abcdef0123456789abcdef',
  meanings: {
    text: {
      answer: { parts: [{ type: 'text', text: 'Good day!' }], ...stop, usage },
      parts: [
        { type: 'text-delta', text: 'Good day!' },
        { type: 'finish', ...stop },
        { type: 'usage', usage, raw },
        { type: 'end' },
      ],
    },
  },
  sent: {
    keyHeader: 'api-key',
    plain: { url: 'https://upstream.test/v1/chat/completions', body },
    streaming: {
      url: 'https://upstream.test/v1/chat/completions',
      body: { ...body, stream: true, stream_options: { include_usage: true } },
    },
  },
  native: {
    bodyText: '{ "model":"acme/chat-1","messages":[{"role":"user","content":"x"}],"x":1.0}',
    sentText: '{ "model":"upstream-model","messages":[{"role":"user","content":"x"}],"x":1.0}',
  },
  finishMark: /"finish_reason":"/,
  usageMark: /"usage":\{/,
  makeUsage: (count) => ({ prompt_tokens: count, completion_tokens: 1 }),
  stopReasons: { stop: 'stop', length: 'length', content_filter: 'content_filter' },
  makeErrorBody: (message) => JSON.stringify({ error: { message, code: '400' } }),
  errors: {
    'error-filter': {
      status: 400,
      failure: {
        kind: 'content-refused',
        message: expect.stringContaining('content management policy') as string,
      },
    },
    'error-deployment': { status: 404, failure: { kind: 'not-found' } },
    'error-key': { status: 401, failure: { kind: 'auth' } },
  },
});

const application = {
  tenantId: '72f988bf-86f1-41af-91ab-2d7cd011db47',
  clientId: '11111111-2222-3333-4444-555555555555',
  clientSecret: 'abc~clientsecret0123456789',
};

function send(baseUrl: string, apiKey = 'plain-key-0123456789') {
  const target = makeUpstreamTarget({ baseUrl, apiKey, upstreamModel: 'my gpt' });
  return azure.translate({ request: makeNeutralRequest(), isStreaming: false, target }).request;
}

describe('the address of a request to Azure', () => {
  const resource = 'https://house.openai.azure.com';

  it.each([
    [resource, `${resource}/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21`],
    [`${resource}/openai/v1`, `${resource}/openai/v1/chat/completions`],
    [
      'https://house.services.ai.azure.com/models',
      'https://house.services.ai.azure.com/models/chat/completions?api-version=2024-10-21',
    ],
  ])('below %s is %s', (baseUrl, url) => {
    expect(send(baseUrl).url).toBe(url);
  });

  it('has the version of the credentials', () => {
    const apiKey = JSON.stringify({ apiKey: 'inner-key-012345', apiVersion: '2025-04-01-preview' });
    const { headers, url } = send(resource, apiKey);
    expect(url).toMatch(/\?api-version=2025-04-01-preview$/);
    expect(headers['api-key']).toBe('inner-key-012345');
  });
});

describe('an application of Entra', () => {
  it('exchanges its secret for a token at the moment of sending', async () => {
    const { authorize, headers } = send('https://a.openai.azure.com', JSON.stringify(application));
    expect(JSON.stringify(headers)).not.toContain(application.clientSecret);
    const asked: unknown[] = [];
    const getToken = async (exchange: { url: string; makeForm(nowMs: number): object }) => {
      asked.push(exchange.url, exchange.makeForm(0));
      return 'token-1';
    };
    expect(await authorize?.({ getToken })).toEqual({ authorization: 'Bearer token-1' });
    expect(asked).toEqual([
      `https://login.microsoftonline.com/${application.tenantId}/oauth2/v2.0/token`,
      {
        grant_type: 'client_credentials',
        client_id: application.clientId,
        client_secret: application.clientSecret,
        scope: 'https://cognitiveservices.azure.com/.default',
      },
    ]);
  });

  it.each([
    'https://login.evil.test',
    'https://login.microsoftonline.com.evil.test',
    'http://login.microsoftonline.com',
    'https://user@login.microsoftonline.com',
  ])('does not send its secret to %s', (authorityHost) => {
    const apiKey = JSON.stringify({ ...application, authorityHost });
    expect(() => send('https://a.openai.azure.com', apiKey)).toThrow(
      expect.objectContaining({ reason: 'upstream_auth_failed' }) as Error,
    );
  });
});
