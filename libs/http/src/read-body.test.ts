import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { AppError } from '@tollgate/errors';
import { parseJsonObject, readBody, readJsonBody } from './index';

function makeRequest(headers: Record<string, string> = {}): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & IncomingMessage;
}

describe('readBody', () => {
  it('joins the chunks', async () => {
    const request = makeRequest();
    const body = readBody(request, { bytesMax: 6 });
    request.write('abc');
    request.end('def');
    expect((await body).toString()).toBe('abcdef');
  });

  it('gives an empty buffer for no body', async () => {
    const request = makeRequest();
    request.end();
    expect(await readBody(request, { bytesMax: 6 })).toHaveLength(0);
  });

  it('refuses a declared length above the limit while the client can read the answer', async () => {
    const request = makeRequest({ 'content-length': '7' });
    const body = readBody(request, { bytesMax: 6 });
    let isRefused = false;
    body.catch(() => (isRefused = true));
    request.write('abc');
    await new Promise((resolve) => setTimeout(resolve, 20));
    // A client that is still sending would get a closed connection instead of the answer.
    expect(isRefused).toBe(false);
    request.end('defg');
    await expect(body).rejects.toMatchObject({ status: 413, headers: { connection: 'close' } });
  });

  it('does not wait for long for the end of what it refuses', async () => {
    const request = makeRequest({ 'content-length': '7' });
    const startedMs = performance.now();
    await expect(readBody(request, { bytesMax: 6 })).rejects.toMatchObject({ status: 413 });
    expect(performance.now() - startedMs).toBeGreaterThan(500);
    // It waits for a second; without a limit the test would time out.
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  it('refuses an undeclared body as soon as it is too long', async () => {
    const request = makeRequest();
    const body = readBody(request, { bytesMax: 6 });
    request.write('abcdefg');
    await expect(body).rejects.toMatchObject({ reason: 'body_too_large' });
  });

  it.each([
    [25 * 1024 * 1024, 'Request body is larger than 25 MB'],
    [1_000, 'Request body is larger than 1000 bytes'],
  ])('names its limit of %d bytes', async (bytesMax, message) => {
    const request = makeRequest({ 'content-length': String(bytesMax + 1) });
    const body = readBody(request, { bytesMax });
    request.end();
    await expect(body).rejects.toMatchObject({ message });
  });

  it('takes 10 MB unless the route has a limit of its own', async () => {
    const request = makeRequest({ 'content-length': String(10 * 1024 * 1024 + 1) });
    const body = readBody(request);
    request.end();
    await expect(body).rejects.toMatchObject({ message: 'Request body is larger than 10 MB' });
  });

  it('fails when the client leaves in the middle', async () => {
    const request = makeRequest();
    const body = readBody(request, { bytesMax: 6 });
    request.write('abc');
    request.destroy();
    await expect(body).rejects.toMatchObject({ reason: 'bad_request' });
  });
});

describe('readJsonBody', () => {
  it.each([undefined, 'application/json', 'text/plain', 'nonsense'])(
    'takes JSON that is called %s',
    async (type) => {
      const request = makeRequest(type === undefined ? {} : { 'content-type': type });
      request.end('{"a":1}');
      expect(await readJsonBody(request, { bytesMax: 100 })).toEqual({ a: 1 });
    },
  );

  it.each(['multipart/form-data; boundary=x', 'Application/X-WWW-Form-Urlencoded'])(
    'refuses a form: %s',
    async (type) => {
      const request = makeRequest({ 'content-type': type });
      request.end('{"a":1}');
      await expect(readJsonBody(request, { bytesMax: 100 })).rejects.toMatchObject({
        reason: 'invalid_content_type',
      });
    },
  );
});

describe('parseJsonObject', () => {
  it('takes an object, and keeps a hostile name as data', () => {
    const value = parseJsonObject(Buffer.from('{"a":1,"__proto__":{"b":2}}'));
    expect(value['a']).toBe(1);
    expect(({} as Record<string, unknown>)['b']).toBeUndefined();
  });

  it.each(['', '{', '[]', 'null', '"text"', '1', '{"a":1}x'])('refuses %p', (text) => {
    expect(() => parseJsonObject(Buffer.from(text))).toThrow('Request body is not valid JSON');
  });

  it('refuses what is nested too deeply to be walked, and takes what is not', () => {
    const nest = (depth: number): Buffer =>
      Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(() => parseJsonObject(nest(20_000))).toThrow('Request body is nested too deeply');
    expect(() => parseJsonObject(nest(100))).not.toThrow();
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJsonObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toThrow(AppError);
  });
});
