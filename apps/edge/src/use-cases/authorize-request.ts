import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import { hashSecret } from '@tollgate/ids';
import {
  getAddressBlock,
  getRateSubject,
  type EndedKey,
  type TierAccount,
} from '@tollgate/identity';
import type { CallerEntry, SignableIdentity } from '../domain/caller';
import { readCredential } from '../domain/credential';
import { mayOperate } from '../domain/operator-access';
import type { Route } from '../domain/route';
import { isFromOwnOrigin, isWriteFromOwnSite } from '../domain/write-origin';
import type { CallerDirectory } from './caller-directory';
import { makeInstitutionKeyError, makeWrongKindError } from './caller-errors';
import type { CallerIdentities } from './caller-identities';
import type { Clock } from './ports';

/** A request that may pass. */
export interface Grant extends TierAccount {
  /** Of the caller, for the owner of the route. */
  readonly identity: SignableIdentity;
  /** The subject whose calls are counted; null: they are not counted. */
  readonly subject: string | null;
  /** The app that calls are recorded for when the client names none. */
  readonly appName?: string;
}

/** A grant whose calls are not counted and have no tier. */
const uncounted = { subject: null, balanceNanos: 0n, isInvoiced: false } as const;

export interface AuthorizeInput {
  readonly request: Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'>;
  readonly route: Route;
  readonly clientIp: string;
  readonly requestId: string;
}

/** Clients do not see all of these reasons; the account of the caller may. */
export type OnCallerRefused = (
  why: 'address_not_allowed' | 'account_suspended',
  entry: CallerEntry,
  input: AuthorizeInput,
) => void;

/** Clients get the 401 of an unknown key; the account of the key may see the reason. */
export type OnKeyEnded = (ended: EndedKey, input: AuthorizeInput) => void;

/** Returns without a promise when the caller is cached. */
export type AuthorizeRequest = (input: AuthorizeInput) => Grant | Promise<Grant>;

export interface AuthorizeOptions {
  readonly keys: CallerDirectory;
  readonly sessions: CallerDirectory;
  readonly identities: CallerIdentities;
  readonly clock: Clock;
  readonly cookieName: string;
  readonly siteUrl: string;
  readonly allowedOrigins: ReadonlySet<string>;
  /** Any of them is the operator; none: operators need a session. */
  readonly adminTokens: readonly Secret[];
  /** Called for a known caller that may not pass. */
  readonly onRefused?: OnCallerRefused;
  /** Called for a key that may not be used any more. */
  readonly onKeyEnded?: OnKeyEnded;
}

const institutionKeyPrefix = 'sk-edu-';

/**
 * The first failing check wins: no, unknown, expired or misplaced credential (one 401 for all), an
 * institution key used directly (403), a suspended account (403), the wrong kind of caller (403).
 * On public routes a caller who fails one of them is anonymous.
 */
export function createAuthorizeRequest(options: AuthorizeOptions): AuthorizeRequest {
  const { keys, sessions, identities, allowedOrigins } = options;
  const isAdminToken = createTokenCheck(options.adminTokens);

  function authorize(input: AuthorizeInput): Grant | Promise<Grant> {
    const { request, route } = input;
    const credential = readCredential(request, {
      cookieName: takesCookie(input, options) ? options.cookieName : null,
      takesApiKeyHeader: route.takesApiKeyHeader === true,
    });
    switch (credential.kind) {
      case 'bearer':
        return authorizeBearer(credential.secret, input);
      case 'cookie':
        assertOwnPage(request, allowedOrigins);
        return authorizeHash(sessions, hashSecret(credential.token), input, options);
      case 'malformed':
      case 'none':
        throw new AppError('unauthenticated');
    }
  }

  function authorizeBearer(secret: string, input: AuthorizeInput): Grant | Promise<Grant> {
    if (secret.startsWith(institutionKeyPrefix)) throw makeInstitutionKeyError();
    const hash = hashSecret(secret);
    const mayUseToken = input.route.access.includes('operator');
    if (mayUseToken && isAdminToken(hash)) return grantAdminToken(identities);
    return authorizeHash(keys, hash, input, options);
  }

  return (input) => {
    if (input.route.access.length === 0) {
      assertOwnSignIn(input, allowedOrigins);
      return grantAnonymous(identities);
    }
    if (!input.route.isOpen) return authorize(input);
    return orElse(() => authorize(input), grantAnonymous(identities));
  };
}

function authorizeHash(
  directory: CallerDirectory,
  hash: string,
  input: AuthorizeInput,
  options: AuthorizeOptions,
): Grant | Promise<Grant> {
  const known = directory.peek(hash, input.requestId);
  if (known !== undefined) {
    if (isUsable(known, input, options)) return judge(known, input, options);
    if (!hasEndedSince(known, options))
      throw refuseKnown(directory, { hash, known }, input, options);
    // Auth has the reason.
    directory.forget(hash);
  }
  return authorizeUnknown(directory, hash, input, options);
}

async function authorizeUnknown(
  directory: CallerDirectory,
  hash: string,
  input: AuthorizeInput,
  options: AuthorizeOptions,
): Promise<Grant> {
  const address = getAddressBlock(input.clientIp);
  const known = await directory.find(hash, address, input.requestId);
  if (known === undefined) {
    noteEnded(options, directory.getEnded(hash), input);
    throw new AppError('unauthenticated');
  }
  if (isUsable(known, input, options)) return judge(known, input, options);
  throw refuseKnown(directory, { hash, known }, input, options);
}

/** The error for a known caller whose credential may not be used now or from there. */
function refuseKnown(
  directory: CallerDirectory,
  { hash, known }: { readonly hash: string; readonly known: CallerEntry },
  input: AuthorizeInput,
  options: AuthorizeOptions,
): AppError {
  if (!isExpired(known, options)) noteRefused(options, 'address_not_allowed', known, input);
  return directory.refuse(hash, getAddressBlock(input.clientIp));
}

/** On open routes a caller that is refused passes as an anonymous one. */
function noteRefused(
  { onRefused }: AuthorizeOptions,
  ...[why, entry, input]: Parameters<OnCallerRefused>
): void {
  if (!input.route.isOpen) onRefused?.(why, entry, input);
}

function noteEnded(
  { onKeyEnded }: AuthorizeOptions,
  ended: EndedKey | undefined,
  input: AuthorizeInput,
): void {
  if (ended !== undefined && !input.route.isOpen) onKeyEnded?.(ended, input);
}

function assertOwnPage(
  { headers, method }: AuthorizeInput['request'],
  allowedOrigins: ReadonlySet<string>,
): void {
  if (isWriteFromOwnSite(method ?? '', headers, { allowedOrigins })) return;
  throw new AppError('forbidden', { message: 'This origin may not act for the session' });
}

const signInPath = '/api/auth/';

/** A page of another site must not sign a visitor in to an account of its choice. */
function assertOwnSignIn(
  { request, route }: AuthorizeInput,
  allowedOrigins: ReadonlySet<string>,
): void {
  if (!route.path.startsWith(signInPath)) return;
  if (isWriteFromOwnSite(request.method ?? '', request.headers, { allowedOrigins })) return;
  throw new AppError('forbidden', { message: 'This origin may not sign visitors in' });
}

function orElse(authorize: () => Grant | Promise<Grant>, other: Grant): Grant | Promise<Grant> {
  try {
    const grant = authorize();
    return grant instanceof Promise ? grant.catch(() => other) : grant;
  } catch {
    return other;
  }
}

function takesCookie({ request, route }: AuthorizeInput, { siteUrl }: AuthorizeOptions): boolean {
  if (!route.access.includes('session') && !route.access.includes('operator')) return false;
  return !route.path.startsWith('/v1/') || isFromOwnOrigin(request.headers, { siteUrl });
}

/** Now, and from where the request comes. */
function isUsable(
  entry: CallerEntry,
  { clientIp }: AuthorizeInput,
  options: AuthorizeOptions,
): boolean {
  return !isExpired(entry, options) && entry.caller.isAllowedFrom(clientIp);
}

function isExpired({ caller }: CallerEntry, { clock }: AuthorizeOptions): boolean {
  return caller.expiresAtMs !== null && caller.expiresAtMs <= clock.nowMs();
}

/** Whether the credential expired after auth had answered. */
function hasEndedSince(entry: CallerEntry, options: AuthorizeOptions): boolean {
  return isExpired(entry, options) && entry.foundAtMs < (entry.caller.expiresAtMs ?? 0);
}

function judge(entry: CallerEntry, input: AuthorizeInput, options: AuthorizeOptions): Grant {
  const { caller } = entry;
  const { route } = input;
  const { identities } = options;
  if (caller.isSuspended) {
    noteRefused(options, 'account_suspended', entry, input);
    throw new AppError('account_suspended');
  }
  const { kind, balanceNanos, isInvoiced } = caller.identity;
  const counted = { subject: getRateSubject(caller.identity), balanceNanos, isInvoiced };
  if (route.access.includes(kind)) {
    // The only callers of this kind in the directory are tokens.
    if (kind === 'operator') assertScopes(caller, route);
    const grant = { ...counted, identity: identities.ofCaller(entry) };
    return kind === 'playground_token' ? { ...grant, appName: 'playground' } : grant;
  }
  if (kind === 'session' && caller.isOperator && route.access.includes('operator')) {
    return { ...counted, identity: identities.ofOperator(entry) };
  }
  throw makeWrongKindError(kind, route);
}

function assertScopes({ operatorScopes: held }: CallerEntry['caller'], route: Route): void {
  if (mayOperate(route, held)) return;
  const needed = route.operatorScopes ?? [];
  const remedy =
    needed.length === 0
      ? 'this route is for the admin token and operators with a session'
      : `this route needs ${needed.join(' and ')}`;
  throw new AppError('forbidden', {
    message: `The scopes of this operator token are ${held.join(', ')}; ${remedy}`,
  });
}

function grantAdminToken(identities: CallerIdentities): Grant {
  return { ...uncounted, identity: identities.ofAdminToken() };
}

function grantAnonymous(identities: CallerIdentities): Grant {
  return { ...uncounted, identity: identities.ofAnonymous() };
}

/** Digests are compared, in constant time: the token itself is never compared with anything. */
function createTokenCheck(tokens: readonly Secret[]): (hash: string) => boolean {
  const expected = tokens.map((token) => Buffer.from(hashSecret(token.reveal())));
  return (hash) => {
    const given = Buffer.from(hash);
    return expected.some((each) => timingSafeEqual(given, each));
  };
}
