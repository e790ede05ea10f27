import { compileAddressRules } from './address-rules';
import { normalizeIp } from './ip-address';

describe('the address list of a key', () => {
  it.each([
    [[], '203.0.113.9', true],
    [[], '', true],
    [['203.0.113.9'], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.10', false],
    [['203.0.113.9'], '', false],
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.1.2.3/8'], '10.200.0.1', true],
    [['192.168.1.128/25'], '192.168.1.127', false],
    [['192.168.1.128/25'], '192.168.1.128', true],
    [['255.255.255.255/1'], '128.0.0.1', true],
    [['255.255.255.255/1'], '127.0.0.1', false],
    [['0.0.0.0/0'], '8.8.8.8', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['0.0.0.0/0'], '', false],
    [['2001:db8::1'], '2001:db8::1', true],
    [['2001:db8::1'], '2001:db8:0::1', false],
    [['10.0.0.1', '2001:db8::1'], '2001:db8::1', true],
  ])('%j and %p: %p', (entries, clientIp, isAllowed) => {
    expect(compileAddressRules(entries)(clientIp)).toBe(isAllowed);
  });
});

describe('one spelling per address', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['unknown', undefined],
    ['203.0.113.9, 10.0.0.1', undefined],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:CB00:7109', '203.0.113.9'],
    ['2001:DB8::1', '2001:db8::1'],
    ['fe80::1%eth0', undefined],
    ['203.0.113.9:443', undefined],
  ])('%p is %p', (text, address) => {
    expect(normalizeIp(text)).toBe(address);
  });
});
