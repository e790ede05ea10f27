import { scrubRecording } from './scrub-recording';

const target = { apiKey: 'secret-key-0123456789', headers: {} };

function scrub(responseBody: string, encoding?: 'base64') {
  const recording = {
    url: 'https://customer.example/v1/projects/my-project/locations/eu/models/m',
    requestBody: '{"user":"ada@example.com"}',
    status: 400,
    responseBody,
    encoding,
  };
  return scrubRecording(recording, target);
}

describe('a recording', () => {
  it('has neither the host nor the project nor addresses of people', () => {
    const { requestBody, url } = scrub('');
    expect(url).toBe('/v1/projects/[hidden]/locations/eu/models/m');
    expect(requestBody).toBe('{"user":"[hidden]"}');
  });

  it.each([
    [
      'User: arn:aws:iam::123456789012:user/ada is not authorized',
      'User: arn:aws:[hidden] is not authorized',
    ],
    ['{"account":"123456789012"}', '{"account":"[hidden]"}'],
    ['{"created":1700000000000}', '{"created":1700000000000}'],
    ['in organization org-AbCdEfGh12 on tokens', 'in organization [hidden] on tokens'],
    ['"key secret-key-0123456789"', '"key [key]"'],
    ['{"text":"Good day"}', '{"text":"Good day"}'],
  ])('%s is kept as %s', (body, kept) => {
    expect(scrub(body).responseBody).toBe(kept);
  });

  it('keeps a binary stream byte by byte, or leaves it out', () => {
    const frame = Buffer.from([0, 0, 0, 17, 255, 254, 200, 0, 1]).toString('base64');
    expect(scrub(frame, 'base64')).toMatchObject({ encoding: 'base64', responseBody: frame });
    const named = Buffer.from('\0arn:aws:iam::123456789012:user/ada\0').toString('base64');
    expect(scrub(named, 'base64')).toMatchObject({
      encoding: undefined,
      responseBody: '[left out: it named the account]',
    });
  });
});
