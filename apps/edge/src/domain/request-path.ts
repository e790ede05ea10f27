const legacyPrefix = '/api/v1/';
const apiPrefix = '/v1/';
/** Institutions sign their people in from forms on hosts of their own. */
const institutionPrefix = '/api/edu/';

export interface RequestPath {
  /** Without query, legacy prefix and trailing slash: what routes are found by. */
  readonly path: string;
  /** The path with its query, as it is sent to the owner. */
  readonly url: string;
  /** Whether pages of any origin may call it: every answer carries CORS headers. */
  readonly isApi: boolean;
}

/** `/api/v1/x/?a=1` is `/v1/x?a=1`. */
export function readRequestPath(url: string): RequestPath {
  const queryAt = url.indexOf('?');
  const query = queryAt < 0 ? '' : url.slice(queryAt);
  let path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (path.startsWith(legacyPrefix)) path = path.slice(legacyPrefix.length - apiPrefix.length);
  if (path.length > 1 && path.endsWith('/')) path = path.slice(0, -1);
  return { path, url: query === '' ? path : path + query, isApi: isApiPath(path) };
}

function isApiPath(path: string): boolean {
  if (path.startsWith(apiPrefix) || path.startsWith(institutionPrefix)) return true;
  return path === '/v1' || path === '/api/v1';
}

/**
 * Joins what the last parameter of a route matched into one segment, as its owner expects it:
 * `/v1/models/a/b/c` of `/v1/models/{provider}/{model}` is `/v1/models/a/b%2Fc`, and
 * `/v1/models/a/b/prices` of `/v1/models/{id}/prices` is `/v1/models/a%2Fb/prices`.
 */
export function joinLastSegments(requested: RequestPath, routePath: string): RequestPath {
  const pattern = routePath.split('/');
  const joined = joinSegments(requested.path.split('/'), pattern, (text) => text.startsWith('{'));
  if (joined === undefined) return requested;
  const path = joined.join('/');
  return { ...requested, path, url: path + requested.url.slice(requested.path.length) };
}

/**
 * Joins the segments that are too many for a pattern into its last parameter. Undefined when there
 * are not too many.
 */
export function joinSegments<Segment>(
  segments: readonly string[],
  pattern: readonly Segment[],
  isParameter: (segment: Segment) => boolean,
): readonly string[] | undefined {
  const extra = segments.length - pattern.length;
  if (extra <= 0) return undefined;
  const start = pattern.findLastIndex(isParameter);
  const end = start + 1 + extra;
  const parameter = segments.slice(start, end).join('%2F');
  return [...segments.slice(0, start), parameter, ...segments.slice(end)];
}
