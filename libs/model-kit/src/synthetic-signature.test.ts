import {
  isForeignSignature,
  makeSyntheticSignature,
  openSignature,
  sealSignature,
} from './synthetic-signature';

describe('signatures', () => {
  it('of our own, and none, are foreign to every provider', () => {
    expect(isForeignSignature(makeSyntheticSignature('acme/chat-1'))).toBe(true);
    expect(isForeignSignature('')).toBe(true);
    expect(isForeignSignature(undefined)).toBe(true);
    expect(isForeignSignature('EqQB')).toBe(false);
  });

  it.each([
    { format: 'anthropic', signature: 'EqQB+/=', isRedacted: false },
    { format: 'anthropic', signature: 'a:b', isRedacted: true },
    { format: 'google', signature: 'x', isRedacted: false },
    { format: 'openai', signature: 'gAAAA', isRedacted: false },
  ] as const)('%j survive in one field', (sealed) => {
    expect(openSignature(sealSignature(sealed))).toEqual(sealed);
  });

  it('that are sealed are sent only to their own provider', () => {
    const sealed = sealSignature({ format: 'anthropic', signature: 'x', isRedacted: false });
    expect(isForeignSignature(sealed)).toBe(true);
    expect(isForeignSignature(openSignature(sealed).signature)).toBe(false);
  });
});
