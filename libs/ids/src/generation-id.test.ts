import { formatGenerationId, parseGenerationId } from './generation-id';
import { makeSecretText } from './secret';
import { isId, makeId } from './prefixed-id';
import { makeUlid } from './ulid';

describe('generation ids', () => {
  it('are read under the prefix of any dialect', () => {
    const ulid = makeUlid();
    for (const text of [formatGenerationId(ulid), `resp_${ulid}`, `msg_${ulid}`, ulid]) {
      expect(parseGenerationId(text)).toBe(ulid);
    }
  });

  it('are refused when the rest is not a ULID', () => {
    expect(parseGenerationId('gen-nonsense')).toBeUndefined();
  });
});

describe('prefixed ids and secrets', () => {
  it('contain their kind', () => {
    expect(isId('key', makeId('key'))).toBe(true);
    expect(isId('user', makeId('key'))).toBe(false);
  });

  it('have 43 characters of base62', () => {
    expect(makeSecretText()).toMatch(/^[0-9A-Za-z]{43}$/);
  });
});
