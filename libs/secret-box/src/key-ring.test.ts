import { KeyRing } from './key-ring';

const first = `a:${'11'.repeat(32)}`;
const second = `b:${'22'.repeat(32)}`;

describe('a ring of keys', () => {
  it('seals with its first key, and opens what former ones sealed', () => {
    const old = new KeyRing(first).seal('secret', 'org_1|byok_1');
    const ring = new KeyRing(`${second}, ${first}`);
    expect(ring.open(old, 'org_1|byok_1')).toBe('secret');
    expect(ring.seal('secret', 'org_1|byok_1').keyId).toBe('b');
  });

  it('opens nothing for another row, and nothing whose key is gone', () => {
    const sealed = new KeyRing(first).seal('secret', 'org_1|byok_1');
    expect(() => new KeyRing(first).open(sealed, 'org_2|byok_1')).toThrow();
    expect(() => new KeyRing(second).open(sealed, 'org_1|byok_1')).toThrow('not on the ring');
  });

  it('uses a key without an id as the first', () => {
    const sealed = new KeyRing('33'.repeat(32)).seal('secret', 'row');
    expect(new KeyRing(`${second},k1:${'33'.repeat(32)}`).open(sealed, 'row')).toBe('secret');
  });

  it.each(['', 'a', 'a:11', `${first},${first}`, `A B:${'11'.repeat(32)}`])(
    'is not written like this: %s',
    (text) => {
      expect(() => new KeyRing(text)).toThrow(RangeError);
    },
  );
});
