import { listKeyScopes, mayCreateKey } from './key-scopes';

describe('the scopes of a key', () => {
  it('are to call models, or to manage keys', () => {
    const org = { orgId: 'org_1', teamId: null, memberId: 'mem_1' };
    expect(listKeyScopes({ type: 'standard', org: null })).toEqual(['inference']);
    expect(listKeyScopes({ type: 'standard', org })).toEqual(['inference']);
    expect(listKeyScopes({ type: 'management', org: null })).toEqual(['keys']);
    expect(listKeyScopes({ type: 'management', org })).toEqual(['keys', 'keys:admin']);
  });

  it.each([
    [['inference'], 'standard', false],
    [['keys'], 'standard', true],
    [['keys'], 'management', false],
    [['keys', 'keys:admin'], 'management', true],
  ] as const)('%j may make a %s key: %p', (scopes, type, isAllowed) => {
    expect(mayCreateKey(scopes, type)).toBe(isAllowed);
  });
});
