import type { SessionCookie } from '@tollgate/identity';
import { sessionLifeMs } from './session';

const sessionLifeSeconds = sessionLifeMs / 1_000;

/** The Set-Cookie value that signs a browser in, or out with an empty token. */
export function formatSessionCookie(
  cookie: SessionCookie,
  token: string,
  maxAgeSeconds = token === '' ? 0 : sessionLifeSeconds,
): string {
  const secure = cookie.isSecure ? '; Secure' : '';
  return `${cookie.name}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
