import type { IncomingHttpHeaders } from 'node:http';

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const ownSites = new Set(['same-origin', 'none']);

export interface WriteOriginOptions {
  /** Origins whose pages may write with a visitor's cookie. */
  readonly allowedOrigins: ReadonlySet<string>;
}

/**
 * Whether a request that carries a session cookie may change something. Browsers name the page a
 * write comes from; other clients name none, and no page can drive them.
 */
export function isWriteFromOwnSite(
  method: string,
  headers: IncomingHttpHeaders,
  { allowedOrigins }: WriteOriginOptions,
): boolean {
  if (readMethods.has(method)) return true;
  const { origin, host } = headers;
  if (origin !== undefined) {
    return allowedOrigins.has(origin) || (isOwnHost(origin, host) && isOwnSite(headers));
  }
  return isOwnSite(headers);
}

export interface OwnOriginOptions {
  readonly siteUrl: string;
}

/**
 * Whether a request comes from a page of the site or from no page at all. The API is open to pages
 * of every origin, so that a cookie sent from another site is ignored there.
 */
export function isFromOwnOrigin(
  headers: IncomingHttpHeaders,
  { siteUrl }: OwnOriginOptions,
): boolean {
  const { origin, host } = headers;
  const isOwn = origin === undefined || origin === siteUrl || isOwnHost(origin, host);
  return isOwn && isOwnSite(headers);
}

/** A page of this very host: the site reached under another of its names. */
function isOwnHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && (origin === `https://${host}` || origin === `http://${host}`);
}

function isOwnSite(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || (typeof site === 'string' && ownSites.has(site));
}
