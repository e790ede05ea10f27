import { readFunctionTimes, type CpuProfile } from './cpu-profile';

const frame = (functionName: string, lineNumber = 0) => ({ functionName, url: 'a.js', lineNumber });

const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 5] },
    { id: 2, callFrame: frame('handle', 9), children: [3, 4] },
    { id: 3, callFrame: frame('parse'), children: [] },
    { id: 4, callFrame: frame('handle', 9) },
    { id: 5, callFrame: frame('(idle)') },
  ],
  samples: [2, 3, 4, 5, 3],
  timeDeltas: [10, 20, 5, 1_000, 20],
};

describe('readFunctionTimes', () => {
  it('sums the time in each function, the largest first, without idle time', () => {
    expect(readFunctionTimes(profile)).toEqual([
      { name: 'parse', file: 'a.js', line: 1, selfMicros: 40, totalMicros: 40 },
      { name: 'handle', file: 'a.js', line: 10, selfMicros: 15, totalMicros: 55 },
    ]);
  });

  it('reads a profile without samples', () => {
    expect(readFunctionTimes({ nodes: [], samples: [], timeDeltas: [] })).toEqual([]);
  });
});
