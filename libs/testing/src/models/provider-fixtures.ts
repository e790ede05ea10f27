import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderAdapter, StreamPart, StreamReader } from '@tollgate/model-spec';
import { SseReader } from '@tollgate/model-kit';

const eventBytesMax = 1_000_000;
const chunksEnding = '.chunks.txt';
const bodyEnding = '.json';

/** Answers of one provider: `name.json` whole, `name.chunks.txt` streamed. */
export interface ProviderFixtures {
  /** Names of whole answers, failures (`error-…`) apart. */
  readonly bodies: readonly string[];
  readonly streams: readonly string[];
  readonly errors: readonly string[];
  readText(name: string): string;
  readBody(name: string): Readonly<Record<string, unknown>>;
  /** The data of each event. */
  readChunks(name: string): readonly string[];
}

export function openFixtures(directory: string): ProviderFixtures {
  const files = readdirSync(directory);
  const named = (ending: string): string[] =>
    files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
  const readText = (name: string): string =>
    readFileSync(join(directory, name + bodyEnding), 'utf8');
  return {
    bodies: named(bodyEnding).filter((name) => !name.startsWith('error-')),
    errors: named(bodyEnding).filter((name) => name.startsWith('error-')),
    streams: named(chunksEnding),
    readText,
    readBody: (name) => JSON.parse(readText(name)) as Readonly<Record<string, unknown>>,
    readChunks: (name) =>
      readFileSync(join(directory, name + chunksEnding), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== ''),
  };
}

/** As sent over the wire; protocols with a `type` in events use it as the event name too. */
export function frameChunks(chunks: readonly string[]): Uint8Array {
  const frames = chunks.map((data) => {
    const type = /^\{\s*"type"\s*:\s*"([^"]+)"/.exec(data)?.[1];
    return `${type === undefined ? '' : `event: ${type}\n`}data: ${data}\n\n`;
  });
  return new TextEncoder().encode(frames.join(''));
}

/** Reads a stream that arrives in these pieces and then closes. */
export function readPieces(
  reader: StreamReader,
  pieces: readonly Uint8Array[],
  adapter: Pick<ProviderAdapter, 'createEventReader'>,
): readonly StreamPart[] {
  const events = adapter.createEventReader?.(eventBytesMax) ?? new SseReader(eventBytesMax);
  const parts: StreamPart[] = [];
  for (const piece of pieces) {
    for (const event of events.parse(events.cut(piece))) parts.push(...reader.push(event));
  }
  parts.push(...reader.end());
  return parts;
}
