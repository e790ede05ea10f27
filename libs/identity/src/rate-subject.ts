import type { CallerIdentity } from './caller-identity';

/**
 * The subject of rate limits: the person, whatever the key; the session of an
 * institution; the organization for keys without a member.
 */
export function getRateSubject(identity: CallerIdentity): string {
  const { kind, org, sessionId, userId } = identity;
  if (kind === 'institution_session') return sessionId;
  return org !== null && org.memberId === '' ? org.orgId : userId;
}
