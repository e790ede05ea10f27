import { topics } from '@tollgate/contracts';
import { makeUlid } from '@tollgate/ids';
import { decodeEnvelope, encodeEnvelope } from './spool-envelope';

const payload = Buffer.from([0, 1, 2, 255]);

describe('a record of the spool', () => {
  it.each([
    [topics.usage, 'user_1', makeUlid()],
    [topics.audit, 'mem_1', `aud_${makeUlid()}`],
    [topics.evidence, 'user_1', makeUlid()],
  ])('of %s is decoded as it was written', (topic, key, id) => {
    const { payload: read, ...rest } = decodeEnvelope(encodeEnvelope({ topic, key, id, payload }));
    expect(rest).toEqual({ topic, key, id });
    expect(Buffer.from(read)).toEqual(payload);
  });

  it('requires a key, an id that fits, and a known topic', () => {
    const whole = { topic: topics.usage, key: 'user_1', id: makeUlid(), payload };
    for (const fault of [
      { key: '' },
      { id: 'short' },
      { topic: 'other' },
      { key: 'k'.repeat(256) },
    ])
      expect(() => encodeEnvelope({ ...whole, ...fault })).toThrow(RangeError);
    expect(() => decodeEnvelope(Buffer.from([0, 99]))).toThrow('unknown topic');
  });
});
