import type { ApiKey, KeyType } from './api-key';

/** What a key may do: call models, manage keys, make keys that manage keys. */
export type KeyScope = 'inference' | 'keys' | 'keys:admin';

const scopesByType: Readonly<Record<KeyType, readonly KeyScope[]>> = {
  standard: ['inference'],
  // Without keys:admin: a management key that leaks must not be able to outlive itself in others.
  management: ['keys'],
};

export function listKeyScopes({ type }: Pick<ApiKey, 'type'>): readonly KeyScope[] {
  return scopesByType[type];
}

/** Whether a key with these scopes may make one of the given type. */
export function mayCreateKey(scopes: readonly KeyScope[], type: KeyType): boolean {
  return scopes.includes(type === 'management' ? 'keys:admin' : 'keys');
}
