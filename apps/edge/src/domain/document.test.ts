import { answerDocument } from './document';

const document = {
  bytes: Buffer.from('plain'),
  compressed: { encoding: 'gzip', bytes: Buffer.from('packed') },
  type: 'application/json',
  etag: '"1"',
} as const;

describe('the answer with a document', () => {
  it.each([
    ['gzip', 'packed'],
    ['br, GZIP;q=0.5', 'packed'],
    ['gzip;q=0', 'plain'],
    ['gzip;q=0.00, br', 'plain'],
    ['br', 'plain'],
    [undefined, 'plain'],
  ])('to a client that accepts %s is %s', (accepted, body) => {
    const answer = answerDocument(document, { 'accept-encoding': accepted });
    expect(answer.body?.toString()).toBe(body);
    const encoding = answer.headers.find(([name]) => name === 'content-encoding');
    expect(encoding?.[1]).toBe(body === 'packed' ? 'gzip' : undefined);
  });

  it('is empty for a client that has the document', () => {
    const answer = answerDocument(document, { 'if-none-match': '"1"' });
    expect(answer).toMatchObject({ status: 304, body: undefined });
  });
});
