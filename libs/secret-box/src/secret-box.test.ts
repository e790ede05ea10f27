import { maskKey, SecretBox } from './secret-box';

const box = new SecretBox('ab'.repeat(32));

describe('a sealed provider key', () => {
  it('opens for its own row and for no other', () => {
    const sealed = box.seal('sk-very-secret', 'pkey_1');
    expect(box.open(sealed, 'pkey_1')).toBe('sk-very-secret');
    expect(() => box.open(sealed, 'pkey_2')).toThrow();
  });

  it('does not open after a change of one bit', () => {
    const sealed = box.seal('sk-very-secret', 'pkey_1');
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => box.open(sealed, 'pkey_1')).toThrow();
  });

  it('never looks the same twice and never contains the key', () => {
    expect(box.seal('sk-very-secret', 'pkey_1')).not.toEqual(box.seal('sk-very-secret', 'pkey_1'));
    expect(box.seal('sk-very-secret', 'pkey_1').toString('latin1')).not.toContain('secret');
  });

  it('needs a key of 256 bits', () => {
    expect(() => new SecretBox('abcd')).toThrow(RangeError);
  });

  it('is shown as a mask', () => {
    expect(maskKey('sk-1234567890abcd')).toBe('sk-...abcd');
    expect(maskKey('short')).toBe('***');
  });
});
