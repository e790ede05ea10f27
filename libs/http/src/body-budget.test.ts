import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { BodyBudget } from './body-budget';
import { readBody } from './read-body';

function makeResponse(): ServerResponse {
  return new EventEmitter() as ServerResponse;
}

function makeRequest(headers: Record<string, string> = {}): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & IncomingMessage;
}

const overloaded = { status: 503, retryAfterSeconds: 2 };

describe('the budget of all bodies', () => {
  it('is given back when the answer is over, once', () => {
    const budget = new BodyBudget(100);
    const response = makeResponse();
    const hold = budget.open(response);
    hold.take(60);
    hold.take(40);
    expect(budget.open(makeResponse()).take(1)).toBe(false);
    expect(budget.bytesHeld).toBe(100);
    response.emit('close');
    response.emit('close');
    expect(budget.bytesHeld).toBe(0);
    hold.take(50);
    expect(budget.bytesHeld).toBe(0);
  });

  it('refuses a declared body before a byte of it is read', async () => {
    const budget = new BodyBudget(100);
    budget.open(makeResponse()).take(95);
    const request = makeRequest({ 'content-length': '10' });
    const hold = budget.open(makeResponse());
    await expect(readBody(request, { bytesMax: 50, hold })).rejects.toMatchObject(overloaded);
    expect(request.readableFlowing).toBeNull();
    expect(budget.bytesHeld).toBe(95);
  });

  it('counts an undeclared body as it comes, and throws the rest away', async () => {
    const budget = new BodyBudget(10);
    const request = makeRequest();
    const response = makeResponse();
    const body = readBody(request, { bytesMax: 50, hold: budget.open(response) });
    request.write('12345678');
    request.write('12345678');
    await expect(body).rejects.toMatchObject(overloaded);
    expect(budget.bytesHeld).toBe(8);
    request.end('12345678');
    await new Promise((resolve) => request.once('end', resolve));
    response.emit('close');
    expect(budget.bytesHeld).toBe(0);
  });

  it('lets a body through that fits', async () => {
    const budget = new BodyBudget(10);
    const request = makeRequest({ 'content-length': '3' });
    const body = readBody(request, { bytesMax: 5, hold: budget.open(makeResponse()) });
    request.end('abc');
    expect((await body).toString()).toBe('abc');
    expect(budget.bytesHeld).toBe(3);
  });
});
