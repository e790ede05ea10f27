import { makeUlid } from '@tollgate/ids';
import { formatEventId, isAfter, parseEventId } from './position';

const nowMs = 1_800_000_000_000;

describe('the id of an event', () => {
  it.each(['', makeUlid(), `aud_${makeUlid()}`])('keeps the position with key "%s"', (key) => {
    const position = { xid: 18_446_744_073_709_551_615n, key };
    const id = formatEventId(position, nowMs + 999);
    expect(parseEventId(id)).toEqual({ position, sentAtMs: nowMs });
  });

  it.each([
    '',
    'v1',
    'v2.1..1',
    'v1.-1..1',
    'v1.18446744073709551616..1',
    'v1.1.short.1',
    "v1.1.';--.1",
    'v1.1..',
    `v1.1.${makeUlid()}.1.1`,
  ])('is not "%s"', (text) => {
    expect(parseEventId(text)).toBeUndefined();
  });
});

describe('the order of positions', () => {
  it('is by transaction, then by entry', () => {
    const ordered = [
      { xid: 9n, key: 'B' },
      { xid: 10n, key: '' },
      { xid: 10n, key: 'A' },
      { xid: 10n, key: 'B' },
      { xid: 11n, key: '' },
    ];
    for (const [index, position] of ordered.entries()) {
      const later = ordered.filter((other) => isAfter(other, position));
      expect(later).toEqual(ordered.slice(index + 1));
    }
  });
});
