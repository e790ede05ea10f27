import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { asRecord, type Fields } from './fields';
import { parseBody } from './sim-request';

/** The secret of every application at Entra; README.md names it. */
export const clientSecret = 'simulatorClientSecret00';
const tokenSeconds = 3_600;
const keyBits = 2_048;
const skewSeconds = 300;

/** Issues and checks the tokens of clouds, which are valid only in this process. */
export class TokenDesk {
  readonly #secret = randomBytes(32);
  #serviceKey: string | undefined;
  #revokedBeforeMs = 0;
  #issued = 0;

  issue(nowMs: number, seconds = tokenSeconds): string {
    const text = `${nowMs}.${nowMs + seconds * 1_000}.${this.#issued++}`;
    return JSON.stringify({
      access_token: `sim-token.${text}.${this.#sign(text)}`,
      expires_in: seconds,
      token_type: 'Bearer',
    });
  }

  isValid(token: string, nowMs: number): boolean {
    const [, issuedAt = '', expiresAt = '', count = '', seal = ''] = token.split('.');
    const expected = Buffer.from(this.#sign(`${issuedAt}.${expiresAt}.${count}`));
    const given = Buffer.from(seal);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return Number(issuedAt) >= this.#revokedBeforeMs && Number(expiresAt) > nowMs;
  }

  /** Every token that was issued so far is refused from now on. */
  revoke(nowMs: number): void {
    this.#revokedBeforeMs = nowMs + 1;
  }

  /** The key file of the one service account. */
  describeServiceAccount(): Fields {
    return {
      type: 'service_account',
      project_id: 'simulator-project',
      private_key_id: 'simulator',
      private_key: this.#getServiceKey(),
      client_email: 'gateway@simulator-project.iam.gserviceaccount.com',
    };
  }

  /** A JWT with RS256, signed with the key of the service account. */
  isAssertion(assertion: string, nowMs: number): boolean {
    const [head = '', claims = '', signature = ''] = assertion.split('.');
    const key = createPublicKey(this.#getServiceKey());
    const bytes = Buffer.from(`${head}.${claims}`);
    if (!verify('RSA-SHA256', bytes, key, Buffer.from(signature, 'base64url'))) return false;
    const fields = asRecord(parseBody(Buffer.from(claims, 'base64url').toString('utf8')));
    const seconds = nowMs / 1_000;
    return (
      fields['iss'] === this.describeServiceAccount()['client_email'] &&
      fields['scope'] === 'https://www.googleapis.com/auth/cloud-platform' &&
      Number(fields['iat']) <= seconds + skewSeconds &&
      Number(fields['exp']) > seconds
    );
  }

  #getServiceKey(): string {
    this.#serviceKey ??= generateKeyPairSync('rsa', {
      modulusLength: keyBits,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey;
    return this.#serviceKey;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }
}

/** One for the process: protocols are values without state of their own. */
export const tokenDesk = new TokenDesk();
