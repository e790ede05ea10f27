import type { IncomingMessage } from 'node:http';
import { renderMissingKey, renderWrongKey, type ErrorAnswer } from '../domain/render-error';

const refusedKeyStart = 'bad-key';

export type BearerKey =
  | { readonly kind: 'accepted'; readonly key: string }
  | { readonly kind: 'refused'; readonly error: ErrorAnswer };

/** Any key will do, except one that begins with `bad-key`. */
export function readBearerKey(request: IncomingMessage): BearerKey {
  const header = request.headers.authorization ?? '';
  const key = header.startsWith('Bearer ') ? header.slice('Bearer '.length).trim() : '';
  if (key === '') return { kind: 'refused', error: renderMissingKey() };
  if (key.startsWith(refusedKeyStart)) return { kind: 'refused', error: renderWrongKey(key) };
  return { kind: 'accepted', key };
}
