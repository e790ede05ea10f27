import { parseArguments } from './parse-arguments';

describe('arguments of the test runner', () => {
  it('run every level without arguments', () => {
    expect(parseArguments([])).toEqual({
      levels: ['unit', 'integration', 'e2e'],
      isFull: false,
      jestArguments: [],
    });
  });

  it('narrow the levels, keep their order and pass the rest to jest', () => {
    expect(parseArguments(['--only', 'e2e,unit', '--full', 'libs/money', '-t', 'rounds'])).toEqual({
      levels: ['unit', 'e2e'],
      isFull: true,
      jestArguments: ['libs/money', '-t', 'rounds'],
    });
  });

  it.each([['--only'], ['--only', 'units']])('refuse an unknown level: %s %s', (...argv) => {
    expect(() => parseArguments(argv)).toThrow('--only takes a comma list');
  });
});
