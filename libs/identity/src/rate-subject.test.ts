import { anonymousIdentity } from './caller-identity';
import { getRateSubject } from './rate-subject';

const key = { ...anonymousIdentity, kind: 'standard_key', userId: 'user_1' } as const;

describe('the subject of rate limits', () => {
  it('are those of a person, also with a key of an organization', () => {
    const org = { orgId: 'org_1', teamId: '', memberId: 'mem_1' };
    expect(getRateSubject(key)).toBe('user_1');
    expect(getRateSubject({ ...key, org })).toBe('user_1');
  });

  it('is the organization when its key has no member', () => {
    const org = { orgId: 'org_1', teamId: 'team_1', memberId: '' };
    expect(getRateSubject({ ...key, org })).toBe('org_1');
  });

  it('are those of one session of an institution', () => {
    const org = { orgId: 'org_1', teamId: '', memberId: '' };
    const session = { ...key, kind: 'institution_session', userId: '', sessionId: 'esess_1', org };
    expect(getRateSubject({ ...session, kind: 'institution_session' })).toBe('esess_1');
  });
});
