import { parseArguments, UsageError } from './parse-arguments';

const known = ['edge', 'relay'];

describe('the arguments of npm run images', () => {
  it('name all images when they name none', () => {
    expect(parseArguments([], known)).toEqual({
      images: [],
      engine: undefined,
      tag: undefined,
      base: undefined,
      buildFlags: [],
    });
  });

  it('name images, an engine and a tag, and pass the rest to its build', () => {
    const given = ['edge', '--engine', 'podman', '--tag', 'a', '--', '--network', 'host'];
    expect(parseArguments(given, known)).toEqual({
      images: ['edge'],
      engine: 'podman',
      tag: 'a',
      base: undefined,
      buildFlags: ['--network', 'host'],
    });
  });

  it.each([
    ['an unknown image', ['edges'], /no image edges; there are edge, relay/],
    ['an unknown engine', ['--engine', 'rkt'], /docker or podman \(got "rkt"\)/],
    ['an unknown option', ['--fast'], /--fast/],
  ])('are refused with %s', (_what, given, message) => {
    expect(() => parseArguments(given, known)).toThrow(UsageError);
    expect(() => parseArguments(given, known)).toThrow(message);
  });
});
