import { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import {
  anonymousIdentity,
  createIdentitySigner,
  createIdentityVerifier,
  identityHeader,
  unsignedHeaders,
  type CallerIdentity,
} from './index';
import { identityLifeMs } from './identity-signer';

const secret = new Secret('an identity secret for the tests of it');
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
  const verifier = createIdentityVerifier({ secrets: [secret] });

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
      createIdentityVerifier({ secrets: [secret] }).verify(header, nowMs + identityLifeMs),
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
    const both = createIdentityVerifier({ secrets: [secret, next] });
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

  it('is read from request headers together with the address of the client', () => {
    const headers = {
      [identityHeader]: signer.sign(caller, nowMs),
      [unsignedHeaders.clientIp]: '203.0.113.9',
    };
    expect(verifier.readIdentity(headers, nowMs)).toEqual({ ...caller, clientIp: '203.0.113.9' });
    expectRefused(() => verifier.readIdentity({}, nowMs));
  });
});
