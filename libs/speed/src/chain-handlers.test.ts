import { setTimeout as sleep } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import request from 'supertest';
import { chainHandlers } from './chain-handlers';

const caught: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response.status(500).send(error instanceof Error ? error.message : 'nothing');
};

async function ask(handlers: readonly RequestHandler[]): Promise<string> {
  const app = express();
  app.use(chainHandlers(handlers));
  app.use((_request, response) => void response.send('passed'));
  app.use(caught);
  return (await request(app).get('/x')).text;
}

const pass: RequestHandler = (_request, _response, next) => next();
const passLater: RequestHandler = async (_request, _response, next) => {
  await sleep(1);
  next();
};
const fail: RequestHandler = () => {
  throw new Error('failed');
};
const failLater: RequestHandler = async () => {
  await sleep(1);
  throw new Error('failed later');
};

describe('a chain of handlers', () => {
  it('runs them one after the other, and then the next layer', async () => {
    const seen: number[] = [];
    const note = (number: number): RequestHandler => {
      return (_request, _response, next) => {
        seen.push(number);
        next();
      };
    };
    expect(await ask([note(1), passLater, note(2), note(3)])).toBe('passed');
    expect(seen).toEqual([1, 2, 3]);
  });

  it('ends with the first handler that responds', async () => {
    const answer: RequestHandler = (_request, response) => void response.send('answered');
    expect(await ask([pass, answer, fail])).toBe('answered');
  });

  it.each([
    ['at once', [pass, fail], 'failed'],
    ['after an asynchronous handler', [passLater, pass, fail], 'failed'],
    ['later', [pass, failLater], 'failed later'],
    ['later, after an asynchronous handler', [passLater, failLater], 'failed later'],
    [
      'through next()',
      [pass, (_request, _response, next) => next(new Error('passed on'))],
      'passed on',
    ],
  ] satisfies [string, RequestHandler[], string][])(
    'passes on an error that is raised %s',
    async (_when, handlers, message) => {
      expect(await ask(handlers)).toBe(message);
    },
  );
});
