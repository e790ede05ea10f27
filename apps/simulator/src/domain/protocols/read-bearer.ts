import type { IncomingHttpHeaders } from 'node:http';

const scheme = 'Bearer ';

export function readBearer({ authorization = '' }: IncomingHttpHeaders): string {
  return authorization.startsWith(scheme) ? authorization.slice(scheme.length).trim() : '';
}
