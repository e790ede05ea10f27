import { listKeyScopes, mayCreateKey } from './key-scopes';

describe('the scopes of a key', () => {
  it('are to call models, or to manage keys', () => {
    expect(listKeyScopes({ type: 'standard' })).toEqual(['inference']);
    expect(listKeyScopes({ type: 'management' })).toEqual(['keys']);
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
