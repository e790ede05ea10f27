import type { IncomingMessage } from 'node:http';
import type { ErrorAnswer, Protocol } from '../domain/protocol';

const refusedKeyStart = 'bad-key';

export type GivenKey =
  | { readonly kind: 'accepted'; readonly key: string }
  | { readonly kind: 'refused'; readonly error: ErrorAnswer };

/** Any key will do, except one that begins with `bad-key`. */
export function readKey(
  { headers }: IncomingMessage,
  { errors, readKey: find }: Pick<Protocol, 'errors' | 'readKey'>,
): GivenKey {
  const key = find(headers);
  if (key === '') return { kind: 'refused', error: errors.missingKey() };
  if (key.startsWith(refusedKeyStart)) return { kind: 'refused', error: errors.wrongKey(key) };
  return { kind: 'accepted', key };
}
