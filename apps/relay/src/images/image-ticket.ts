import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** An image that every holder of the token can fetch. */
export interface ImageTicket {
  readonly source:
    | { readonly kind: 'object'; readonly key: string; readonly contentType: string }
    | {
        readonly kind: 'url';
        readonly url: string;
        /** It is on the host of an operator's own provider, which may be private. */
        readonly isProviders: boolean;
      };
  readonly expiresAtMs: number;
}

const objectScheme = 'object:';
const tokenCharactersMax = 8_192;

const payloadSchema = z.object({
  u: z.string().min(1),
  e: z.int(),
  /** Content type of a stored image; unknown for others. */
  t: z.string().optional(),
  /** On the provider's own host. */
  p: z.literal(1).optional(),
});

/** base64url(payload) + `.` + base64url(HMAC-SHA256 of it). */
export function signTicket({ expiresAtMs, source }: ImageTicket, key: Buffer): string {
  const payload = {
    u: source.kind === 'object' ? objectScheme + source.key : source.url,
    e: Math.floor(expiresAtMs / 1_000),
    ...(source.kind === 'object' ? { t: source.contentType } : {}),
    ...(source.kind === 'url' && source.isProviders ? { p: 1 } : {}),
  };
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${makeMac(text, key).toString('base64url')}`;
}

/** Undefined: forged or expired. It may be signed with any of the keys. */
export function openTicket(
  token: string,
  keys: readonly Buffer[],
  nowMs: number,
): ImageTicket | undefined {
  if (token.length > tokenCharactersMax) return undefined;
  const [text = '', mac = '', ...rest] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  if (rest.length > 0 || !keys.some((key) => isEqual(given, makeMac(text, key)))) return undefined;
  const {
    e,
    p,
    t = '',
    u,
  } = payloadSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (e * 1_000 <= nowMs) return undefined;
  const source = u.startsWith(objectScheme)
    ? { kind: 'object' as const, key: u.slice(objectScheme.length), contentType: t }
    : { kind: 'url' as const, url: u, isProviders: p === 1 };
  return { source, expiresAtMs: e * 1_000 };
}

function isEqual(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function makeMac(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
