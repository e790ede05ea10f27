import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { makeCompletion, sendJson } from './own-provider';

const mebibyte = 1024 * 1024;
const floodMebibytes = 256;
const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

/** As much as is taken, in pieces of a mebibyte. */
async function flood(response: ServerResponse): Promise<void> {
  const pieces = Readable.from(Array<Buffer>(floodMebibytes).fill(Buffer.alloc(mebibyte, 'x')));
  // The client closes the connection at its limit.
  await pipeline(pieces, response).catch(() => undefined);
}

async function drip(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write(' ');
    await sleep(1_000);
  }
}

const bomb = gzipSync(Buffer.alloc(floodMebibytes * mebibyte, 'x'));

/** Hostile answers of a provider, by the name of the model. */
export const hostileAnswers: Readonly<
  Record<string, (response: ServerResponse, canaryUrl: string) => void>
> = {
  'negative usage': (response) =>
    sendJson(
      response,
      200,
      makeCompletion('x', { prompt_tokens: -5, completion_tokens: 1, cost: -5 }),
    ),
  'huge usage': (response) =>
    sendJson(response, 200, makeCompletion('x', { prompt_tokens: 1e308, completion_tokens: 1 })),
  'odd usage': (response) =>
    sendJson(response, 200, makeCompletion('x', { prompt_tokens: '7', completion_tokens: 0.5 })),
  'endless line': (response) => {
    response.writeHead(200, events).write('data: ');
    void flood(response);
  },
  'endless body': (response) => {
    response.writeHead(200, json).write('{"choices":"');
    void flood(response);
  },
  'endless error': (response) => {
    response.writeHead(500, json).write('{"error":"');
    void flood(response);
  },
  'gzip bomb': (response) => {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb);
  },
  'slow drip': (response) => {
    response.writeHead(200, json);
    void drip(response);
  },
  redirect: (response, canaryUrl) => {
    response.writeHead(307, { location: canaryUrl }).end();
  },
  'permanent redirect': (response, canaryUrl) => {
    response.writeHead(301, { location: canaryUrl }).end();
  },
  'header flood': (response) => {
    response.socket?.write(
      `HTTP/1.1 200 OK\r\n${`x-flood: ${'y'.repeat(1_000)}\r\n`.repeat(1_000)}`,
    );
  },
  'no HTTP': (response) => {
    response.socket?.end('SSH-2.0-hello\r\n');
  },
};

/** Counts connections: there should be none. */
export async function startCanary(): Promise<{
  readonly url: string;
  readonly count: () => number;
  readonly stop: () => void;
}> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/inside`,
    count: () => connections,
    stop: () => server.close(),
  };
}
