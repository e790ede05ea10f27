import { createPageMatcher } from './console';

describe('a page path of the console', () => {
  const isPage = createPageMatcher(['/', '/keys', '/calls/{id}', '/models/{id+}']);

  it.each(['/', '/keys', '/calls/gen-1', '/models/anthropic/claude'])('is %s', (path) => {
    expect(isPage(path)).toBe(true);
  });

  it.each(['/key', '/keys/', '/calls', '/calls/a/b', '/models', '/v1/keys', '//keys', '/KEYS'])(
    'is not %s',
    (path) => {
      expect(isPage(path)).toBe(false);
    },
  );
});
