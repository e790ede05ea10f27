import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { BodyBudget } from './body-budget';
import { readBody } from './read-body';

const makeResponse = (): ServerResponse => new EventEmitter() as ServerResponse;

function makeRequest(headers: Record<string, string> = {}): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & IncomingMessage;
}

const declare = (bytes: number): IncomingMessage =>
  makeRequest({ 'content-length': String(bytes) });
const chunked = { 'transfer-encoding': 'chunked' };

describe('the budget of all bodies', () => {
  it('is released once when the answer ends', () => {
    const budget = new BodyBudget(100);
    const response = makeResponse();
    expect(budget.admits(declare(60), response)).toBe(true);
    expect(budget.admits(declare(40), makeResponse())).toBe(true);
    expect(budget.admits(declare(1), makeResponse())).toBe(false);
    response.emit('close');
    response.emit('close');
    expect(budget.bytesHeld).toBe(40);
    expect(budget.admits(declare(60), makeResponse())).toBe(true);
  });

  it('reserves nothing for a refused request', () => {
    const budget = new BodyBudget(100);
    const response = makeResponse();
    expect(budget.admits(declare(101), response)).toBe(false);
    response.emit('close');
    expect(budget.bytesHeld).toBe(0);
  });

  it('has room for those without a body even when it is full', () => {
    const budget = new BodyBudget(10);
    budget.admits(declare(10), makeResponse());
    expect(budget.admits(makeRequest(), makeResponse())).toBe(true);
    expect(budget.admits(declare(0), makeResponse())).toBe(true);
  });

  it('counts an undeclared body as it comes, and throws the rest away', async () => {
    const budget = new BodyBudget(10);
    const request = makeRequest(chunked);
    const response = makeResponse();
    expect(budget.admits(request, response)).toBe(true);
    const body = readBody(request, { bytesMax: 50 });
    request.write('12345678');
    request.write('12345678');
    await expect(body).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(budget.bytesHeld).toBe(8);
    request.end('12345678');
    await new Promise((resolve) => request.once('end', resolve));
    response.emit('close');
    expect(budget.bytesHeld).toBe(0);
  });

  it('ignores a body that continues after its answer ended', async () => {
    const budget = new BodyBudget(10);
    const request = makeRequest(chunked);
    const response = makeResponse();
    budget.admits(request, response);
    const body = readBody(request, { bytesMax: 50 });
    response.emit('close');
    request.end('abc');
    expect((await body).toString()).toBe('abc');
    expect(budget.bytesHeld).toBe(0);
  });
});
