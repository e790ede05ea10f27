import { parsePeers } from './peers-file';

const peer = { name: 'other', url: 'http://127.0.0.1:4000/v1/chat/completions', model: 'chat' };
const parse = (value: object) => parsePeers(JSON.stringify(value), 'peers.json');

describe('the file of other gateways', () => {
  it('needs an address, a name and a model; headers and a process are optional', () => {
    const headers = { authorization: 'Bearer key' };
    const second = { ...peer, name: 'second', headers, pid: 4711 };
    expect(parse({ providerPort: 18_080, peers: [peer, second] })).toEqual({
      providerPort: 18_080,
      peers: [{ ...peer, headers: {} }, second],
    });
  });

  it.each([
    ['no port of the provider', { peers: [peer] }, 'providerPort: '],
    ['no gateway', { providerPort: 1, peers: [] }, 'peers: '],
    ['a wrong address', { providerPort: 1, peers: [{ ...peer, url: 'host' }] }, 'peers.0.url: '],
    ['an unknown field', { providerPort: 1, peers: [{ ...peer, key: 'x' }] }, 'peers.0: '],
    ['our own name', { providerPort: 1, peers: [{ ...peer, name: 'tollgate' }] }, 'peers.0.name: '],
    ['a name twice', { providerPort: 1, peers: [peer, peer] }, 'must have different names'],
  ])('is refused with %s: the message names the place and shows the shape', (...row) => {
    const [, value, expected] = row;
    expect(() => parse(value)).toThrow(/^peers\.json is wrong:/);
    expect(() => parse(value)).toThrow(expected);
    expect(() => parse(value)).toThrow('"providerPort": 18080');
  });

  it('is refused when it is no JSON', () => {
    expect(() => parsePeers('peers:', 'peers.json')).toThrow(/^peers\.json is no JSON/);
  });
});
