import { parseMemory } from './process-memory';

const text = `00400000-7ffe45ffe000 ---p 00000000 00:00 0                          [rollup]
Rss:               98304 kB
Pss:               61440 kB
Pss_Anon:          51200 kB
`;

describe('the memory of a process', () => {
  it('is its resident and its proportional share', () => {
    const mebibyte = 1024 * 1024;
    expect(parseMemory(text)).toEqual({
      residentBytes: 96 * mebibyte,
      proportionalBytes: 60 * mebibyte,
    });
  });

  it('is no number where the system does not say it', () => {
    expect(parseMemory('').proportionalBytes).toBeNaN();
  });
});
