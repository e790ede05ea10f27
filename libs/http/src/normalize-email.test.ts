import { normalizeEmail } from './fields';

describe('normalizeEmail', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['  a.b+c@mail.example.org ', 'a.b+c@mail.example.org'],
    ['demo@tollgate.local', 'demo@tollgate.local'],
  ])('stores %p as %p', (text, email) => {
    expect(normalizeEmail(text)).toBe(email);
  });

  it.each([
    '',
    'ada',
    'ada@example',
    'a@b@example.com',
    'a b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a\u200b@example.com',
    'Ada <ada@example.com>',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses %p', (text) => {
    expect(normalizeEmail(text)).toBeUndefined();
  });
});
