import type { ApiKey, KeyType } from './api-key';

/** What a key may do: call models, manage keys, make keys that manage keys. */
export type KeyScope = 'inference' | 'keys' | 'keys:admin';

const scopesByType: Readonly<Record<KeyType, readonly KeyScope[]>> = {
  standard: ['inference'],
  // Without keys:admin: a management key that leaks must not be able to outlive itself in others.
  management: ['keys'],
  test: ['inference'],
};

export function listKeyScopes({ org, type }: Pick<ApiKey, 'org' | 'type'>): readonly KeyScope[] {
  // Only an org_admin makes or uses one as such, and members of the same role see what it makes.
  if (type === 'management' && org !== null) return ['keys', 'keys:admin'];
  return scopesByType[type];
}

/** Whether a key with these scopes may make one of the given type. */
export function mayCreateKey(scopes: readonly KeyScope[], type: KeyType): boolean {
  return scopes.includes(type === 'management' ? 'keys:admin' : 'keys');
}
