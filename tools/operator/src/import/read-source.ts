import { readFile, stat } from 'node:fs/promises';
import { readAnswerText } from '@tollgate/outbound';
import { UsageError } from '../usage-error';

/** What the gateway takes as a body, less the rest of the request. */
const bytesMax = 9 * 1024 * 1024;
const timeoutMs = 60_000;

/** A list from a file or an http(s) address, as a JSON object. */
export async function readSource(source: string): Promise<Record<string, unknown>> {
  const text = /^https?:\/\//.test(source) ? await download(source) : await readText(source);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${source} is not JSON`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new UsageError(`${source} is not a JSON object`);
}

async function readText(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new UsageError(`there is no file ${file}`);
  if (found.size > bytesMax) throw new UsageError(`${file} is larger than 9 MB`);
  return readFile(file, 'utf8');
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${url} answered with ${response.status}`);
  const body = (response.body ?? []) as AsyncIterable<Uint8Array>;
  return readAnswerText(body, { bytesMax, source: url });
}
