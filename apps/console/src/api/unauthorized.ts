import { useSyncExternalStore } from 'react';

/** Sign-in answers 401 for wrong passwords, passkeys and codes, which ends no session. */
const signInPaths = [
  '/api/auth/login',
  '/api/auth/session',
  '/api/auth/passkey/finish',
  '/api/auth/recovery-code',
  '/api/account/password',
];

const listeners = new Set<() => void>();
let isExpired = false;

/** The session ended while a page was open: the page stays, and a dialog asks to sign in again. */
export function reportUnauthorized(url: string): void {
  const { pathname } = new URL(url, location.origin);
  if (!signInPaths.includes(pathname)) setExpired(true);
}

export function clearUnauthorized(): void {
  setExpired(false);
}

export function useIsSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, getIsExpired, getIsExpired);
}

function getIsExpired(): boolean {
  return isExpired;
}

function setExpired(next: boolean): void {
  isExpired = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
