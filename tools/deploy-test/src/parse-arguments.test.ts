import { parseArguments, UsageError } from './parse-arguments';

describe('the arguments of npm run test:deploy', () => {
  it('name an engine and pass the rest to its build', () => {
    expect(parseArguments([])).toEqual({ engine: undefined, buildFlags: [] });
    expect(parseArguments(['--engine', 'podman', '--', '--network', 'host'])).toEqual({
      engine: 'podman',
      buildFlags: ['--network', 'host'],
    });
  });

  it.each([
    ['an unknown engine', ['--engine', 'rkt'], /docker or podman \(got "rkt"\)/],
    ['an unknown option', ['--fast'], /--fast/],
    ['an argument', ['edge'], /edge/],
  ])('are refused with %s', (_what, given, message) => {
    expect(() => parseArguments(given)).toThrow(UsageError);
    expect(() => parseArguments(given)).toThrow(message);
  });
});
