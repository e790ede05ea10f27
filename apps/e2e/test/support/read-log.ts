import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiAnswer, Json } from './api-call';

/** A stack whose services write logs below its data directory. */
interface LogSource {
  readonly dataDirectory: string;
}

/** The lines that a service has written about one request; services may share a file. */
export function readLogOf(gateway: LogSource, service: string, requestId: string): Json[] {
  const directory = join(gateway.dataDirectory, 'logs');
  const files = [service, 'gateway', 'office'].map((name) => join(directory, `${name}.log`));
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => readLines(file))
    .filter((line) => line.includes(requestId))
    .map((line): Json => JSON.parse(line))
    .filter((line) => line.service === service);
}

/** An unexpected answer as text, with every line that the services wrote about its request. */
export function describeAnswer(gateway: LogSource, path: string, answer: ApiAnswer): string {
  const requestId = answer.headers.get('x-request-id');
  const lines = requestId === null ? [] : findLogLines(gateway, requestId);
  return [`${path} answered ${answer.status} ${answer.text}`, ...lines].join('\n');
}

/** Every line that the services wrote about a request, after the name of its file. */
export function findLogLines({ dataDirectory }: LogSource, requestId: string): string[] {
  const directory = join(dataDirectory, 'logs');
  const files = existsSync(directory) ? readdirSync(directory) : [];
  return files.flatMap((file) =>
    readLines(join(directory, file))
      .filter((line) => line.includes(requestId))
      .map((line) => `${file}: ${line}`),
  );
}

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}
