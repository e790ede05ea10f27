import { parseCidr } from './key-settings';

describe('an entry of the address list', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.1/32', '192.0.2.1/32'],
    ['2001:DB8::1', '2001:db8::1'],
  ])('%p is stored as %p', (text, stored) => {
    expect(parseCidr(text)).toBe(stored);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0',
    '010.0.0.1',
    '2001:db8::/32',
    'fe80::1%eth0',
    'example.com',
    ' 10.0.0.1',
  ])('%p is refused', (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });
});
