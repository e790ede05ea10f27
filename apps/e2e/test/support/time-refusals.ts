import { Agent, request as httpRequest } from 'node:http';
import type { Gateway } from './gateway';

export interface Refusal {
  readonly status: number;
  /** Header lines as they came, without those that differ from request to request. */
  readonly headers: readonly string[];
  readonly body: string;
  readonly ms: number;
}

/** Names and values in turn, so that one name can be sent twice. */
export type RawHeaders = readonly string[];

const changingHeaders = new Set(['date', 'x-request-id', 'request-id']);

/** One kept connection, so that nothing but the answer itself is timed. */
export function createAsker(gateway: Gateway): {
  readonly ask: (headers: RawHeaders, path?: string) => Promise<Refusal>;
  readonly close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (headers: RawHeaders, path = '/v1/key'): Promise<Refusal> =>
    new Promise((resolve, reject) => {
      const { port } = gateway;
      const host = `127.0.0.1:${port}`;
      const startedMs = performance.now();
      const sent = httpRequest({
        agent,
        port,
        host: '127.0.0.1',
        path,
        headers: ['host', host, ...headers],
      });
      sent.on('error', reject).on('response', (response) => {
        let body = '';
        response.setEncoding('latin1').on('data', (piece: string) => (body += piece));
        response.on('end', () => {
          const ms = performance.now() - startedMs;
          const status = response.statusCode ?? 0;
          resolve({ status, headers: listStable(response.rawHeaders), body, ms });
        });
      });
      sent.end();
    });
  return { ask, close: () => agent.destroy() };
}

function listStable(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((name, index) => {
    const isName = index % 2 === 0;
    return isName && !changingHeaders.has(name.toLowerCase())
      ? [`${name}: ${rawHeaders[index + 1]}`]
      : [];
  });
}

export function getMedian(values: readonly number[]): number {
  return getQuantile(values, 0.5);
}

/** The value that the given share of all values is below. */
export function getQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

export function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
