import { decodeCursor, encodeCursor } from './cursor';

describe('a cursor', () => {
  it('survives encoding and decoding', () => {
    const position = { occurredAt: new Date(1_763_114_400_123), id: 'aud_01J9.x' };
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  it.each(['', 'x', '!!!', Buffer.from('12').toString('base64url'), 'a'.repeat(10_000)])(
    'is refused when it is not one of ours: %.20s',
    (cursor) => {
      expect(() => decodeCursor(cursor)).toThrow('cursor is not valid');
    },
  );
});
