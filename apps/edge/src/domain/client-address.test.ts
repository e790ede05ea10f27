import { createClientAddressReader } from './client-address';

const read = createClientAddressReader({
  trustedProxies: ['127.0.0.1/32', '::1/128', '10.0.0.0/8'],
  headerName: 'x-real-ip',
});

describe('the address of a client', () => {
  it.each([
    ['203.0.113.9', {}, '203.0.113.9'],
    ['::ffff:203.0.113.9', {}, '203.0.113.9'],
    ['203.0.113.9', { 'x-real-ip': '198.51.100.7' }, '203.0.113.9'],
    ['10.1.2.3', { 'x-real-ip': '198.51.100.7' }, '198.51.100.7'],
    ['::ffff:10.1.2.3', { 'x-real-ip': '198.51.100.7' }, '198.51.100.7'],
    ['::1', { 'x-real-ip': '2001:DB8::1' }, '2001:db8::1'],
    ['127.0.0.1', {}, '127.0.0.1'],
    ['127.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, '127.0.0.1'],
    ['127.0.0.1', { 'x-real-ip': 'unknown' }, ''],
    ['127.0.0.1', { 'x-real-ip': '' }, ''],
    ['127.0.0.1', { 'x-real-ip': '198.51.100.7, 198.51.100.8' }, ''],
  ])('%s with %j is %p', (remoteAddress, headers, address) => {
    expect(read({ remoteAddress }, headers)).toBe(address);
  });

  it('is unknown for a connection that is gone', () => {
    expect(read({} as { remoteAddress: string }, {})).toBe('');
  });
});
