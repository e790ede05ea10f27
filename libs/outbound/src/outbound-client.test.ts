import type { LookupAddress } from 'node:dns';
import { findUrlFault } from './check-url';
import { isForbiddenLiteral, makeGuardedLookup } from './guarded-lookup';
import { makeOutboundRules } from './outbound-rules';

const strict = makeOutboundRules({ allowCidrs: [], allowsHttp: false });
const house = makeOutboundRules({ allowCidrs: ['10.0.0.0/8', '::1'], allowsHttp: true });

function look(addresses: readonly string[], rules = strict): Promise<unknown> {
  const found: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  const lookup = makeGuardedLookup(rules, (_host, _options, done) => done(null, found));
  return new Promise((resolve, reject) => {
    lookup('some.example', { all: true }, (error, answer) =>
      error === null ? resolve(answer) : reject(error),
    );
  });
}

describe('a connection to an address of a tenant', () => {
  it('uses exactly the addresses that were checked', async () => {
    await expect(look(['8.8.8.8', '2606:4700::1111'])).resolves.toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it.each([
    [['127.0.0.1']],
    [['8.8.8.8', '169.254.169.254']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['fd00::1']],
  ])('is not made when a name points to %j', async (addresses) => {
    await expect(look(addresses)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
  });

  it('may be internal only where an operator allows it', async () => {
    await expect(look(['10.1.2.3'], house)).resolves.toBeDefined();
    await expect(look(['::ffff:10.1.2.3'], house)).resolves.toBeDefined();
    await expect(look(['127.0.0.1'], house)).rejects.toThrow();
    expect(isForbiddenLiteral('[::1]', house)).toBe(false);
    expect(isForbiddenLiteral('[::1]', strict)).toBe(true);
    expect(isForbiddenLiteral('some.example', strict)).toBe(false);
  });

  it.each(['10.0.0.0/33', 'ten', '10.0.0.0/8/8', '::/129'])(
    'is not bounded by a range like %s',
    (cidr) => {
      expect(() => makeOutboundRules({ allowCidrs: [cidr], allowsHttp: false })).toThrow(
        RangeError,
      );
    },
  );
});

describe('an address that a tenant writes down', () => {
  const at =
    (...addresses: string[]) =>
    (): Promise<string[]> =>
      Promise.resolve(addresses);

  it('is taken when it is https and public', async () => {
    await expect(findUrlFault('https://api.example/v1', strict, at('8.8.8.8'))).resolves.toBe(
      undefined,
    );
  });

  it('is taken while its name cannot be resolved', async () => {
    const fails = (): Promise<string[]> => Promise.reject(new Error('no answer'));
    await expect(findUrlFault('https://api.example/v1', strict, fails)).resolves.toBe(undefined);
    await expect(findUrlFault('https://localhost/v1', strict, fails)).resolves.toContain('public');
  });

  it.each([
    ['no url', 'not a URL'],
    ['http://api.example/v1', 'https'],
    ['ftp://api.example/v1', 'https'],
    ['https://user:pass@api.example/v1', 'credentials'],
    ['https://127.0.0.1/v1', 'public'],
    ['https://2130706433/v1', 'public'],
    ['https://[::1]/v1', 'public'],
  ])('is refused: %s', async (url, fault) => {
    await expect(findUrlFault(url, strict, at('8.8.8.8'))).resolves.toContain(fault);
  });

  it('is refused when its name points inside', async () => {
    const inside = at('8.8.8.8', '10.0.0.1');
    await expect(findUrlFault('https://api.example/v1', strict, inside)).resolves.toContain(
      'public',
    );
    await expect(findUrlFault('http://api.example/v1', house, inside)).resolves.toBe(undefined);
  });
});
