import { isUlid } from './ulid';

/** One call has one ULID; each dialect shows it under its own prefix. */
const generationPrefixes = ['gen-', 'resp_', 'msg_'] as const;

export function formatGenerationId(ulid: string): string {
  return `gen-${ulid}`;
}

/** The ULID of `gen-…`, `resp_…`, `msg_…` or a bare ULID; undefined for other texts. */
export function parseGenerationId(text: string): string | undefined {
  const prefix = generationPrefixes.find((candidate) => text.startsWith(candidate)) ?? '';
  const ulid = text.slice(prefix.length).toUpperCase();
  return isUlid(ulid) ? ulid : undefined;
}
