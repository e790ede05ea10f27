import { findRequestId } from './find-request-id';

const id = 'req_01M7JN9SV4710EBZE1JTSA3ED8';

describe('the request id of a pasted text', () => {
  it.each([
    ['alone', id],
    ['in an error body', `{"error":{"code":429,"metadata":{"request_id":"${id}"}}}`],
    ['in a header', `X-Request-Id: ${id}\r\n`],
  ])('is found %s', (_, text) => {
    expect(findRequestId(text)).toBe(id);
  });

  it('is not found in other texts', () => {
    expect(findRequestId('gen-01M7JN9SV4710EBZE1JTSA3ED8 req_1')).toBeUndefined();
  });
});
