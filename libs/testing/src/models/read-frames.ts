import { SseReader } from '@tollgate/model-kit';

/** A frame as a client sees it. Data that is not JSON (`[DONE]`) stays text. */
export interface WireFrame {
  readonly name: string | undefined;
  readonly data: unknown;
}

const eventBytesMax = 1_000_000;

/** The frames of a piece of a stream, without comments. */
export function readFrames(text: string): readonly WireFrame[] {
  return new SseReader(eventBytesMax)
    .push(Buffer.from(text))
    .map(({ name, data }) => ({ name, data: parseData(data) }));
}

function parseData(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return data;
  }
}

/** The values of every member of this name, however deep. */
export function findMembers(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === name ? [member] : findMembers(member, name),
  );
}
