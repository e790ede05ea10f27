import type { CallerKind } from '@tollgate/identity';
import type { RouteFacts } from '@tollgate/http';
import type { Route } from '../domain/route';

const securityOf: Readonly<Record<CallerKind, RouteFacts['security']>> = {
  anonymous: [],
  standard_key: ['standardKey'],
  // Sent as a standard key is, and described with it.
  test_key: [],
  management_key: ['managementKey'],
  session: ['session'],
  institution_session: ['institutionSession'],
  operator: ['operator'],
  playground_token: ['playgroundToken'],
};

/** Who may call a route, for the API reference, by method and path. */
export function describeRouteFacts(routes: readonly Route[]): ReadonlyMap<string, RouteFacts> {
  return new Map(routes.map((route) => [`${route.method} ${route.path}`, describe(route)]));
}

function describe({ access, bucket, isOpen, path, takesApiKeyHeader }: Route): RouteFacts {
  const security = isOpen ? [] : access.flatMap((kind) => securityOf[kind]);
  return {
    security: takesApiKeyHeader && !isOpen ? [...security, 'anthropicKey'] : security,
    isCounted: bucket !== null,
    failure: path.startsWith('/v1/messages') ? 'MessagesError' : 'Error',
  };
}
