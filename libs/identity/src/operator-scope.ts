/** What a named operator token may do: read everything, or read and write one area. */
export const operatorScopes = ['read', 'catalog', 'money', 'users'] as const;
export type OperatorScope = (typeof operatorScopes)[number];

export function isOperatorScope(text: string): text is OperatorScope {
  return operatorScopes.some((scope) => scope === text);
}

const actorPrefix = 'operator-token:';

/** How the audit log names a token; the names of tokens are unique for all time. */
export function makeTokenActorId(name: string): string {
  return actorPrefix + name;
}

export function isTokenActorId(actorId: string): boolean {
  return actorId.startsWith(actorPrefix);
}
