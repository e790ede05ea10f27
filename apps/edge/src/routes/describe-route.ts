import type { CallerKind, OperatorScope } from '@tollgate/identity';
import type { BucketName } from '../domain/rate-bucket';
import type { Method, Owner, Route } from '../domain/route';

export const anyone: readonly CallerKind[] = [];
const standardKey: readonly CallerKind[] = ['standard_key', 'test_key'];
/** Calls of models: a playground token makes them as its user. */
export const modelCaller: readonly CallerKind[] = [...standardKey, 'playground_token'];
/** Test keys have no videos: those are made by providers and cost money. */
export const videoCaller: readonly CallerKind[] = ['standard_key', 'playground_token'];
export const managementKey: readonly CallerKind[] = ['management_key'];
export const anyKey: readonly CallerKind[] = [...standardKey, 'management_key'];
export const session: readonly CallerKind[] = ['session'];
export const keyOrSession: readonly CallerKind[] = [...anyKey, ...session];
export const standardKeyOrSession: readonly CallerKind[] = [...standardKey, ...session];
export const managementKeyOrSession: readonly CallerKind[] = [...managementKey, ...session];
const operator: readonly CallerKind[] = ['operator'];
/** What an institution lets its people do. */
export const modelCallerOrEdu: readonly CallerKind[] = [...modelCaller, 'institution_session'];
export const anyKeyOrEdu: readonly CallerKind[] = [...anyKey, 'institution_session'];

export function route(
  methodAndPath: `${Method} /${string}`,
  access: readonly CallerKind[],
  owner: Owner,
  bucket: BucketName | null,
): Route {
  const [method, path = ''] = methodAndPath.split(' ');
  return { method: method as Method, path, access, owner, bucket };
}

/** Catalog routes: public, but keys of an organization see only what it allows. */
export function catalogRoute(methodAndPath: `GET /${string}`): Route {
  const described = route(methodAndPath, anyKeyOrEdu, 'relay', 'catalog');
  return { ...described, isOpen: true, takesApiKeyHeader: true };
}

/** For members of an organization; what they are there is judged by orgs. */
export function orgRoute(methodAndPath: `${Method} /${string}`): Route {
  return route(methodAndPath, managementKeyOrSession, 'orgs', 'management');
}

/** For operators; a named operator token needs all of the scopes, or `read` for a GET. */
export function operatorRoute(
  methodAndPath: `${Method} /${string}`,
  owner: Owner,
  scopes: readonly OperatorScope[],
  bucket: BucketName = 'management',
): Route {
  return { ...route(methodAndPath, operator, owner, bucket), operatorScopes: scopes };
}

/** Clients reconnect by themselves, so connects are not counted with the few reports. */
export function live(described: Route): Route {
  return { ...described, isLive: true };
}

export const catalog: readonly OperatorScope[] = ['catalog'];
export const money: readonly OperatorScope[] = ['money'];
export const users: readonly OperatorScope[] = ['users'];
/** The terms of an organization let it spend. */
export const usersAndMoney: readonly OperatorScope[] = ['users', 'money'];
/** A token must not make tokens. */
export const noToken: readonly OperatorScope[] = [];
