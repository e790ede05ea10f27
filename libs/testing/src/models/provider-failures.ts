import type { UpstreamFailure } from '@tollgate/model-spec';
import type { Suite } from './provider-contract';

/** What the failures of a protocol mean. */
export function describeFailures({ adapter, apiKey, errors, files, makeErrorBody }: Suite): void {
  const read = (status: number, message = 'no', headers = {}): UpstreamFailure =>
    adapter.mapError(status, makeErrorBody(message), headers);

  it('of every kind that was recorded', () => {
    expect(Object.keys(errors).sort()).toEqual([...files.errors].sort());
  });

  it.each(Object.entries(errors))('%s', (name, { failure, status }) => {
    expect(adapter.mapError(status, files.readText(name), {})).toEqual(failure);
  });

  it.each([
    [301, 'not-found'],
    [307, 'not-found'],
    [400, 'bad-request'],
    [401, 'auth'],
    [402, 'auth'],
    [403, 'auth'],
    [404, 'not-found'],
    [408, 'overloaded'],
    [422, 'bad-request'],
    [429, 'rate-limited'],
    [500, 'overloaded'],
    [502, 'overloaded'],
    [503, 'overloaded'],
    [529, 'overloaded'],
  ])('with status %i as %s', (status, kind) => {
    expect(read(status).kind).toBe(kind);
  });

  it('with the retry time, where the provider sends one', () => {
    expect(read(429, 'slow down', { 'retry-after': '7' })).toEqual({
      kind: 'rate-limited',
      retryAfterSeconds: 7,
    });
    expect(read(429)).toEqual({ kind: 'rate-limited', retryAfterSeconds: undefined });
  });

  it('that is not of the protocol by its status alone', () => {
    expect(adapter.mapError(502, '<html>Bad gateway</html>', {})).toEqual({ kind: 'overloaded' });
    expect(adapter.mapError(400, '', {})).toEqual({ kind: 'bad-request', message: '' });
  });

  it('with its text cut at 500 characters', () => {
    expect(read(400, 'x'.repeat(2_000))).toEqual({
      kind: 'bad-request',
      message: 'x'.repeat(500),
    });
  });

  it('without the key, however long the text before it is', () => {
    const leaks = ['', 'x'.repeat(490)].map((before) => read(400, `${before} key: ${apiKey}.`));
    expect(JSON.stringify(leaks)).not.toContain(apiKey.slice(0, 12));
  });
}
