import { verifySignature } from './verify-signature';

/** The examples of the S3 API reference, "Authenticating Requests: Authorization Header". */
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const credential = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const headers = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-date': '20130524T000000Z',
  'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};
const authorize = (names: string, signature: string): string =>
  `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`;

describe('verifySignature', () => {
  const list = {
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    headers: {
      ...headers,
      authorization: authorize(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    },
  };

  it('accepts the published examples', () => {
    const get = {
      method: 'GET',
      target: '/test.txt',
      headers: {
        ...headers,
        range: 'bytes=0-9',
        authorization: authorize(
          'host;range;x-amz-content-sha256;x-amz-date',
          'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
        ),
      },
    };
    expect(verifySignature(get, secret)).toBe(true);
    expect(verifySignature(list, secret)).toBe(true);
  });

  it('refuses another secret, method, query or header', () => {
    expect(verifySignature(list, `${secret}x`)).toBe(false);
    expect(verifySignature({ ...list, method: 'PUT' }, secret)).toBe(false);
    expect(verifySignature({ ...list, target: '/?max-keys=3&prefix=J' }, secret)).toBe(false);
    const moved = { ...list, headers: { ...list.headers, host: 'other.example' } };
    expect(verifySignature(moved, secret)).toBe(false);
  });
});
