import type { CallerIdentity } from './caller-identity';

/**
 * Whose calls are counted together: those of a person, whatever the key; those of an institution's
 * session; those of an organization's keys that are for nobody in particular.
 */
export function getRateSubject(identity: CallerIdentity): string {
  const { kind, org, sessionId, userId } = identity;
  if (kind === 'institution_session') return sessionId;
  return org !== null && org.memberId === '' ? org.orgId : userId;
}
