import type { RequestListener } from 'node:http';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const bearer = 'sk-tg-good';
const text = JSON.stringify({ data: Array.from({ length: 500 }, (_, id) => ({ id, name: 'é' })) });

describe('the answer to a read', () => {
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge();
    edge.auth.addKey(bearer, { balanceNanos: 20_000_000_000n });
  });
  afterAll(() => edge.stop());

  /** What relay and billing answer until the next call of this. */
  function answerWith(headers: Record<string, string>, body: string, status = 200): void {
    for (const service of [edge.inner.relay, edge.inner.billing]) {
      service.handler = (_request, response) => {
        const size = { 'content-length': String(Buffer.byteLength(body)) };
        response.writeHead(status, { ...size, ...headers });
        response.write(body.slice(0, 10));
        response.end(body.slice(10));
      };
    }
  }

  async function read(
    path: string,
    encoding = 'gzip, deflate, br',
    init: RequestInit = {},
  ): Promise<{ readonly headers: Headers; readonly text: string; readonly status: number }> {
    const headers = { authorization: `Bearer ${bearer}`, 'accept-encoding': encoding };
    const answer = await fetch(edge.baseUrl + path, { ...init, headers });
    return { headers: answer.headers, text: await answer.text(), status: answer.status };
  }

  // The relay is reached by the small forwarder, billing by the proxy.
  it.each(['/v1/models', '/v1/usage'])('of %s is compressed', async (path) => {
    answerWith({ 'content-type': 'application/json; charset=utf-8' }, text);
    const answer = await read(path);
    expect(answer.text).toBe(text);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('content-length')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('is compressed when a service of this process sends it in one piece', async () => {
    const handler: RequestListener = (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(text);
    };
    const local = await startEdge({ local: { relay: () => handler } });
    try {
      const answer = await fetch(`${local.baseUrl}/v1/models`);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(await answer.text()).toBe(text);
    } finally {
      await local.stop();
    }
  });

  it('passes unchanged to clients that take no gzip', async () => {
    answerWith({ 'content-type': 'application/json' }, text);
    const answer = await read('/v1/models', 'identity');
    expect(answer.text).toBe(text);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  });

  it.each([
    ['is small', 'application/json', '{"ok":true}', 200],
    ['is a file', 'video/mp4', text, 200],
    ['is an error', 'application/json', text, 404],
  ])('passes unchanged when it %s', async (_what, type, body, status) => {
    answerWith({ 'content-type': type }, body, status);
    const answer = await read('/v1/usage');
    expect(answer.text).toBe(body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  });

  it('of a model call passes unchanged', async () => {
    answerWith({ 'content-type': 'application/json' }, text);
    const init = { method: 'POST', body: '{}' };
    const answer = await read('/v1/chat/completions', 'gzip', init);
    expect(answer.text).toBe(text);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('vary')).toBeNull();
  });
});
