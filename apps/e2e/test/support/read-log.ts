import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './api-call';
import type { Gateway } from './gateway';

/** The lines that a service has written about one request. */
export function readLogOf(gateway: Gateway, service: string, requestId: string): Json[] {
  return readFileSync(join(gateway.dataDirectory, 'logs', `${service}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line));
}
