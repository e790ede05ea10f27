import { joinSegments } from './request-path';
import type { Method, Route } from './route';

/** All routes of one path. */
export interface PathRoutes {
  readonly byMethod: ReadonlyMap<string, Route>;
  /** The value of the Allow header. */
  readonly allow: string;
}

export type RouteMatcher = (path: string) => PathRoutes | undefined;

interface Pattern {
  /** Null where any segment fits. */
  readonly segments: readonly (string | null)[];
  readonly routes: PathRoutes;
}

const parameter = /^\{\w+\}$/;
/** Of a path with a parameter that contains slashes. */
const segmentsMax = 10;

/**
 * Compiles the table once: a path without parameters is one lookup in a map; the others are
 * compared only with patterns of as many segments, those with fewer parameters first.
 */
export function createRouteMatcher(table: readonly Route[]): RouteMatcher {
  const exact = new Map<string, PathRoutes>();
  const patterns = new Map<number, Pattern[]>();
  const openEnded: Pattern[] = [];
  for (const [path, routes] of groupByPath(table)) {
    const segments = path.split('/').map((segment) => (parameter.test(segment) ? null : segment));
    if (segments.includes(null)) {
      const pattern = { segments, routes };
      patterns.set(segments.length, [...(patterns.get(segments.length) ?? []), pattern]);
      if ([...routes.byMethod.values()].some(takesMoreSegments)) openEnded.push(pattern);
    } else {
      exact.set(path, routes);
    }
  }
  for (const list of [...patterns.values(), openEnded])
    list.sort((a, b) => countParameters(a) - countParameters(b));

  return (path) => {
    const found = exact.get(path);
    if (found !== undefined) return found;
    const segments = path.split('/');
    return (
      findPattern(patterns.get(segments.length), segments)?.routes ??
      findOpenEnded(openEnded, segments)?.routes
    );
  };
}

function takesMoreSegments(route: Route): boolean {
  return route.takesMoreSegments === true;
}

function countParameters({ segments }: Pattern): number {
  return segments.filter((segment) => segment === null).length;
}

function findPattern(
  patterns: readonly Pattern[] | undefined,
  segments: readonly string[],
): Pattern | undefined {
  return patterns?.find((pattern) =>
    pattern.segments.every((wanted, index) =>
      wanted === null ? segments[index] !== '' : wanted === segments[index],
    ),
  );
}

function findOpenEnded(
  patterns: readonly Pattern[],
  segments: readonly string[],
): Pattern | undefined {
  if (segments.length > segmentsMax || segments.includes('', 1)) return undefined;
  return patterns.find((pattern) => {
    const joined = joinSegments(segments, pattern.segments, (segment) => segment === null);
    return joined !== undefined && findPattern([pattern], joined) !== undefined;
  });
}

function groupByPath(table: readonly Route[]): Map<string, PathRoutes> {
  const paths = new Map<string, Route[]>();
  for (const route of table) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return new Map([...paths].map(([path, routes]) => [path, joinMethods(path, routes)]));
}

function joinMethods(path: string, routes: readonly Route[]): PathRoutes {
  const byMethod = new Map<Method, Route>();
  for (const route of routes) {
    if (byMethod.has(route.method)) throw new Error(`${route.method} ${path} is listed twice`);
    byMethod.set(route.method, route);
  }
  // HEAD is allowed wherever GET is.
  const read = byMethod.get('GET');
  if (read && !byMethod.has('HEAD')) byMethod.set('HEAD', { ...read, method: 'HEAD' });
  return { byMethod, allow: [...byMethod.keys()].join(', ') };
}
