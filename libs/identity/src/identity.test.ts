import { createHmac } from 'node:crypto';
import { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import {
  anonymousIdentity,
  createIdentitySigner,
  createIdentityVerifier,
  identityHeader,
  sealHeader,
  unsignedHeaders,
  type CallerIdentity,
  type SealedRequest,
} from './index';
import { encodeClaims } from './identity-claims';
import { identityLifeMs } from './identity-signer';
import { sealLifeMs } from './request-seal';

const secret = new Secret('an identity secret for the tests of it');
const audience = 'billing';
const nowMs = 1_800_000_000_000;
const caller: CallerIdentity = {
  kind: 'standard_key',
  userId: 'user_1',
  keyId: 'key_1',
  sessionId: '',
  walletId: 'user_1',
  org: { orgId: 'org_1', teamId: '', memberId: 'mem_1' },
  label: 'naïve "label"',
  email: 'ada@example.com',
  limit: { nanos: 9_007_199_254_740_993n, period: 'monthly' },
  quota: { requests: 100, tokens: null },
  breaker: { minuteNanos: 1_000_000_000n, hourNanos: 20_000_000_000n },
  hasFreeFallback: false,
  balanceNanos: -12n,
  isInvoiced: true,
  clientIp: '',
};

function expectRefused(run: () => unknown): void {
  expect(run).toThrow(AppError);
  expect(run).toThrow('Invalid or missing API key');
}

describe('the signed identity', () => {
  const signer = createIdentitySigner({ secret });
  const verifier = createIdentityVerifier({ secrets: [secret], audience });

  it('arrives as it was signed, with exact amounts', () => {
    expect(verifier.verify(signer.sign(caller, nowMs), nowMs)).toEqual(caller);
    expect(verifier.verify(signer.sign(anonymousIdentity, nowMs), nowMs)).toEqual(
      anonymousIdentity,
    );
  });

  it('holds only characters a header may carry', () => {
    expect(signer.sign(caller, nowMs)).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
  });

  it('is refused after its expiry, also when it was verified before', () => {
    const header = signer.sign(caller, nowMs);
    expect(verifier.verify(header, nowMs + identityLifeMs - 1)).toEqual(caller);
    expectRefused(() => verifier.verify(header, nowMs + identityLifeMs));
    expectRefused(() =>
      createIdentityVerifier({ secrets: [secret], audience }).verify(
        header,
        nowMs + identityLifeMs,
      ),
    );
  });

  it('is refused when any character of it was changed', () => {
    const header = signer.sign(caller, nowMs);
    for (let index = 0; index < header.length - 1; index++) {
      const other = header[index] === 'A' ? 'B' : 'A';
      const forged = header.slice(0, index) + other + header.slice(index + 1);
      expectRefused(() => verifier.verify(forged, nowMs));
    }
  });

  it('is refused under another secret, when missing, empty, unsigned or huge', () => {
    const foreign = createIdentitySigner({
      secret: new Secret('another secret of 32 characters!'),
    });
    const claims = signer.sign(caller, nowMs).split('.')[0] ?? '';
    const refused = [undefined, '', '.', claims, `${claims}.`, 'x'.repeat(5_000)];
    for (const header of [...refused, foreign.sign(caller, nowMs)]) {
      expectRefused(() => verifier.verify(header, nowMs));
    }
  });

  it('may be signed with the one secret or the other while it is replaced', () => {
    const next = new Secret('the identity secret that comes next');
    const both = createIdentityVerifier({ secrets: [secret, next], audience });
    for (const each of [secret, next]) {
      const header = createIdentitySigner({ secret: each }).sign(caller, nowMs);
      expect(both.verify(header, nowMs)).toEqual(caller);
    }
    const foreign = createIdentitySigner({ secret: new Secret('a third one, of somebody else') });
    expectRefused(() => both.verify(foreign.sign(caller, nowMs), nowMs));
  });

  it('is checked once per distinct header and returned as the same object', () => {
    const header = signer.sign(caller, nowMs);
    expect(verifier.verify(header, nowMs)).toBe(verifier.verify(header, nowMs + 1));
  });
});

describe('the seal of a request', () => {
  const signer = createIdentitySigner({ secret });
  const request = { method: 'POST', url: '/api/billing/topups?dry=1' };
  const makeVerifier = (name = audience) =>
    createIdentityVerifier({ secrets: [secret], audience: name });
  let signed = '';
  const makeHeaders = (sealed: Partial<SealedRequest> = {}): Record<string, string> => {
    signed = signer.sign(caller, nowMs);
    const seal = signer.seal(signed, { audience, ...request, ...sealed }, nowMs);
    return { [identityHeader]: signed, [sealHeader]: seal };
  };

  it('lets the request pass once, with the address of the client', () => {
    const verifier = makeVerifier();
    const headers = { ...makeHeaders(), [unsignedHeaders.clientIp]: '203.0.113.9' };
    const received = { ...request, headers };
    expect(verifier.readIdentity(received, nowMs)).toEqual({ ...caller, clientIp: '203.0.113.9' });
    expectRefused(() => verifier.readIdentity(received, nowMs));
    expectRefused(() => verifier.readIdentity(received, nowMs + sealLifeMs - 1));
    const next = { ...request, headers: makeHeaders() };
    expect(verifier.readIdentity(next, nowMs)).toEqual(caller);
  });

  it.each([
    ['service', { audience: 'auth' }],
    ['method', { method: 'GET' }],
    ['path', { url: '/api/billing/refunds?dry=1' }],
    ['query', { url: '/api/billing/topups' }],
  ])('is refused when it was made for another %s', (_what, sealed) => {
    const headers = makeHeaders(sealed);
    expectRefused(() => makeVerifier().readIdentity({ ...request, headers }, nowMs));
  });

  it('is refused by another service', () => {
    const headers = makeHeaders();
    expectRefused(() => makeVerifier('auth').readIdentity({ ...request, headers }, nowMs));
  });

  it('is refused with the identity of another caller, or without one', () => {
    const { [sealHeader]: seal = '' } = makeHeaders();
    const other = signer.sign({ ...caller, userId: 'user_2' }, nowMs);
    for (const headers of [{ [identityHeader]: other, [sealHeader]: seal }, { [sealHeader]: seal }])
      expectRefused(() => makeVerifier().readIdentity({ ...request, headers }, nowMs));
  });

  it('is needed, whole and unchanged', () => {
    const headers = makeHeaders();
    const seal = headers[sealHeader] ?? '';
    const changed = [...seal].map((from, place) => {
      const to = from === '.' || from === '1' ? '2' : '1';
      return seal.slice(0, place) + to + seal.slice(place + 1);
    });
    // The last character of a signature has two bits that are not used.
    for (const forged of ['', '..', `${seal}A`, seal.slice(0, -1), ...changed.slice(0, -1)]) {
      const received = { ...request, headers: { ...headers, [sealHeader]: forged } };
      expectRefused(() => makeVerifier().readIdentity(received, nowMs));
    }
    const unsealed = { ...request, headers: { [identityHeader]: headers[identityHeader] } };
    expectRefused(() => makeVerifier().readIdentity(unsealed, nowMs));
  });

  it('cannot be used again with the unused bits of its signature changed', () => {
    const verifier = makeVerifier();
    const headers = makeHeaders();
    verifier.readIdentity({ ...request, headers }, nowMs);
    const seal = headers[sealHeader] ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const last of alphabet) {
      const again = { ...headers, [sealHeader]: seal.slice(0, -1) + last };
      expectRefused(() => verifier.readIdentity({ ...request, headers: again }, nowMs));
    }
  });

  it('expires, and allows clocks to differ by as much as its life', () => {
    const read = (atMs: number) => () =>
      makeVerifier().readIdentity({ ...request, headers: makeHeaders() }, atMs);
    expect(read(nowMs + sealLifeMs - 1)()).toEqual(caller);
    expectRefused(read(nowMs + sealLifeMs));
    expect(read(nowMs - sealLifeMs)()).toEqual(caller);
    expectRefused(read(nowMs - sealLifeMs - 1));
  });

  it('may be signed with the one secret or the other while it is replaced', () => {
    const next = new Secret('the identity secret that comes next');
    const both = createIdentityVerifier({ secrets: [next, secret], audience });
    expect(both.readIdentity({ ...request, headers: makeHeaders() }, nowMs)).toEqual(caller);
  });

  it('is not asked of an edge of the former release, which does not announce it', () => {
    const expiresAtMs = nowMs + identityLifeMs;
    const claims = encodeClaims({ identity: caller, expiresAtMs, needsSeal: false });
    const signature = createHmac('sha256', secret.reveal()).update(claims).digest('base64url');
    const received = { ...request, headers: { [identityHeader]: `${claims}.${signature}` } };
    const verifier = makeVerifier();
    expect(verifier.readIdentity(received, nowMs)).toEqual(caller);
    expect(verifier.readIdentity(received, nowMs)).toEqual(caller);
    expectRefused(() => verifier.readIdentity({ ...request, headers: {} }, nowMs));
  });
});
