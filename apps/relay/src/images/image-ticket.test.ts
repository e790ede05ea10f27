import { openTicket, signTicket, type ImageTicket } from './image-ticket';

const key = Buffer.alloc(32, 7);
const nowMs = 1_800_000_000_000;
const stored: ImageTicket = {
  source: { kind: 'object', key: 'images/01k/0', contentType: 'image/png' },
  expiresAtMs: nowMs + 3_600_000,
};

describe('a ticket for an image', () => {
  it.each<ImageTicket>([
    stored,
    { ...stored, source: { kind: 'url', url: 'https://a.example/b?c=d', isProviders: false } },
    { ...stored, source: { kind: 'url', url: 'http://10.0.0.1/b', isProviders: true } },
  ])('opens to what was signed', (ticket) => {
    expect(openTicket(signTicket(ticket, key), [key], nowMs)).toEqual(ticket);
  });

  it('expires', () => {
    const token = signTicket(stored, key);
    expect(openTicket(token, [key], nowMs + 3_599_000)).toBeDefined();
    expect(openTicket(token, [key], nowMs + 3_600_000)).toBeUndefined();
  });

  it('is refused when any part of it is changed', () => {
    const token = signTicket(stored, key);
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      // The last character of base64 has bits that mean nothing.
      if (Buffer.from(changed.split('.')[1] ?? '', 'base64url').toString('hex') === macOf(token))
        if (changed.split('.')[0] === token.split('.')[0]) continue;
      expect(openTicket(changed, [key], nowMs)).toBeUndefined();
    }
    expect(openTicket(signTicket(stored, Buffer.alloc(32, 8)), [key], nowMs)).toBeUndefined();
    expect(openTicket('x'.repeat(100_000), [key], nowMs)).toBeUndefined();
  });
});

function macOf(token: string): string {
  return Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('hex');
}
