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

  it('opens with every key of several, and is sealed with the first', () => {
    const [before, next] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const old = box.seal('sk-very-secret', 'pkey_1');
    const both = new SecretBox(`${next},${before}`);
    expect(both.open(old, 'pkey_1')).toBe('sk-very-secret');
    const again = both.reseal(old, 'pkey_1') ?? Buffer.of();
    expect(both.reseal(again, 'pkey_1')).toBeUndefined();
    expect(new SecretBox(next).open(again, 'pkey_1')).toBe('sk-very-secret');
    expect(() => box.open(again, 'pkey_1')).toThrow();
    expect(() => new SecretBox('ef'.repeat(32)).reseal(again, 'pkey_1')).toThrow();
    expect(() => new SecretBox(`${next},`)).toThrow(RangeError);
  });

  it('opens in a derived box of the same purpose only, for every key of several', () => {
    const bytes = Buffer.from([0, 255, 128]);
    const sealed = box.derive('answers').sealBytes(bytes, 'row');
    const both = new SecretBox(`${'cd'.repeat(32)},${'ab'.repeat(32)}`);
    expect(both.derive('answers').openBytes(sealed, 'row')).toEqual(bytes);
    expect(() => box.openBytes(sealed, 'row')).toThrow();
    expect(() => box.derive('others').openBytes(sealed, 'row')).toThrow();
  });

  it('is shown as a mask', () => {
    expect(maskKey('sk-1234567890abcd')).toBe('sk-...abcd');
    expect(maskKey('short')).toBe('***');
    expect(maskKey('')).toBe('none');
  });
});
