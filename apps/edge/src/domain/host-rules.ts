export interface Hosts {
  readonly siteUrl: string;
  readonly baseUrl: string;
  readonly legacyUrl: string;
}

/** Whether a host answers a request target. */
export type HostRules = (host: string | undefined, url: string) => boolean;

/** Probes name whatever host they like. */
const anyHostPaths = new Set(['/healthz', '/readyz']);
/** Paths that every host serves. */
const sharedPaths = new Set(['/', '/openapi.json']);

const legacyPath = /^\/api\/v1(?:\/|$)/;
const apiPath = /^\/v1(?:\/|$)/;

/** `/v1` on the API's host, `/api/v1` on the older one, and all the rest on the site's. */
export function createHostRules({ siteUrl, baseUrl, legacyUrl }: Hosts): HostRules {
  const site = readHost(siteUrl);
  const base = readHost(baseUrl);
  const legacy = readHost(legacyUrl);
  const all = new Set([site, base, legacy]);

  return (host = '', url) => {
    const path = readPath(url);
    const named = host.toLowerCase();
    if (anyHostPaths.has(path)) return true;
    if (sharedPaths.has(path)) return all.has(named);
    if (legacyPath.test(path)) return named === legacy;
    return named === (apiPath.test(path) ? base : site);
  };
}

/** With the port as it is written there, if one is. */
function readHost(url: string): string {
  return url.slice(url.indexOf('//') + 2).toLowerCase();
}

/** Without query and trailing slash, which are tolerated everywhere. */
function readPath(url: string): string {
  const [path = ''] = url.split('?');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
