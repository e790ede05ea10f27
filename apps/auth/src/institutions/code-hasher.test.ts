import { createHmac } from 'node:crypto';
import { Secret } from '@tollgate/config';
import { createCodeHasher } from './code-hasher';

const code = { keyId: 'ekey_1', email: 'ada@uni.edu', code: '012345' };

describe('the hash of a code', () => {
  const hasher = createCodeHasher([new Secret('the secret')]);

  it('is an HMAC of key, address and code', () => {
    const expected = createHmac('sha256', 'the secret').update('ekey_1|ada@uni.edu|012345');
    expect(hasher.hash(code)).toBe(expected.digest('hex'));
  });

  it('matches that code of that key and address, under that secret, and nothing else', () => {
    const hash = hasher.hash(code);
    expect(hasher.matches(code, hash)).toBe(true);
    const others = [
      { ...code, code: '012346' },
      { ...code, email: 'eve@uni.edu' },
      { ...code, keyId: 'ekey_2' },
    ];
    for (const other of others) expect(hasher.matches(other, hash)).toBe(false);
    expect(createCodeHasher([new Secret('another')]).matches(code, hash)).toBe(false);
    expect(hasher.matches(code, null)).toBe(false);
  });

  it('matches codes of both secrets while one replaces the other, and is made with the first', () => {
    const both = createCodeHasher([new Secret('the next secret'), new Secret('the secret')]);
    expect(both.matches(code, hasher.hash(code))).toBe(true);
    expect(both.matches({ ...code, code: '012346' }, hasher.hash(code))).toBe(false);
    const after = createCodeHasher([new Secret('the next secret')]);
    expect(after.matches(code, both.hash(code))).toBe(true);
    expect(after.matches(code, hasher.hash(code))).toBe(false);
    expect(both.matches(code, null)).toBe(false);
  });
});
