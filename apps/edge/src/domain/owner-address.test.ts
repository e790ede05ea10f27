import { listUrls, ownerAddressPattern, parseOwnerAddress } from './owner-address';

describe('the address of a service that owns routes', () => {
  it.each([
    ['local:relay', { kind: 'local' }],
    ['http://relay:8080', { kind: 'one', url: 'http://relay:8080' }],
    ['http://a:1,http://b:2', { kind: 'list', urls: ['http://a:1', 'http://b:2'] }],
    ['http://a:1,http://a:1', { kind: 'one', url: 'http://a:1' }],
    ['dns+https://relay-pods:8080', { kind: 'name', url: 'https://relay-pods:8080' }],
  ])('is read from %s', (text, expected) => {
    expect(text).toMatch(ownerAddressPattern);
    expect(parseOwnerAddress(text)).toEqual(expected);
  });

  it.each(['relay:8080', 'http://a:1/path', 'http://a:1, http://b:2', 'dns+http://a:1,http://b:2'])(
    'is refused as %s',
    (text) => expect(text).not.toMatch(ownerAddressPattern),
  );

  it('names the hosts that connections without TLS reach', () => {
    expect(listUrls('local:relay')).toEqual([]);
    expect(listUrls('dns+http://relay-pods:8080')).toEqual(['http://relay-pods:8080']);
    expect(listUrls('http://a:1,http://b:2')).toEqual(['http://a:1', 'http://b:2']);
  });
});
