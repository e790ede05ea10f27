const listeners = new Set<() => void>();

/** For what a module keeps in memory of the account that is signed in. */
export function onAccountChange(forget: () => void): void {
  listeners.add(forget);
}

/** The account has changed, or may have: everything that belongs to it is forgotten. */
export function forgetAccountState(): void {
  for (const forget of listeners) forget();
}
