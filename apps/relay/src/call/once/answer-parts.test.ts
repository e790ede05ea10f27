import { AppError } from '@tollgate/errors';
import { SecretBox } from '@tollgate/secret-box';
import { AnswerParts } from './answer-parts';

const secrets = new SecretBox('ab'.repeat(32));
const parts = new AnswerParts(secrets, { id: 'call', ulid: '1' });

describe('a part of a kept answer', () => {
  it('opens as the same bytes', () => {
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    expect(parts.open(parts.seal(bytes, 3), 3)).toEqual(bytes);
    const head = { status: 200, headers: { 'content-length': 5, 'x-name': 'value' } };
    expect(parts.openHead(parts.sealHead(head))).toEqual(head);
  });

  it('can be the error of a call that failed', () => {
    const sealed = parts.sealError(new AppError('rate_limited', { retryAfterSeconds: 7 }));
    expect(parts.openError(sealed)).toMatchObject({ status: 429, retryAfterSeconds: 7 });
  });

  it('opens at no other place, and for no other call', () => {
    const sealed = parts.seal(Buffer.from('text'), 3);
    expect(() => parts.open(sealed, 4)).toThrow();
    for (const owner of [
      { id: 'other', ulid: '1' },
      { id: 'call', ulid: '2' },
    ])
      expect(() => new AnswerParts(secrets, owner).open(sealed, 3)).toThrow();
  });

  it('is much smaller than a stream of events', () => {
    const events = 'data: {"choices":[{"delta":{"content":"word"}}]}\n\n'.repeat(100);
    expect(parts.seal(Buffer.from(events), 1).length).toBeLessThan(events.length / 10);
  });
});
