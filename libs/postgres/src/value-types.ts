import { types } from 'pg';

const int8Oid = 20;
const int8ArrayOid = 1016;

type Parse = (text: string) => unknown;

const parseInt8: Parse = (text) => BigInt(text);

/** A bigint array has no quotes or escapes: `{1,NULL,3}`. */
const parseInt8Array: Parse = (text) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : BigInt(item)));

/**
 * Amounts are int8 and must not pass through a float. Set per connection and not with
 * `types.setTypeParser`, which would change every other user of `pg` in the process.
 */
export const valueTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse => {
    if (format !== 'binary' && oid === int8Oid) return parseInt8;
    if (format !== 'binary' && oid === int8ArrayOid) return parseInt8Array;
    return types.getTypeParser(oid, format ?? 'text') as Parse;
  },
};
