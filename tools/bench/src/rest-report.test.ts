import { findMisses, restTargets, sumCpuPercent, sumMegabytes } from './rest-report';

const make = (name: string, megabytes: number, isEngine = false) => ({
  name,
  isEngine,
  proportionalBytes: megabytes * 1_000_000,
  residentBytes: 0,
  cpuPercent: 1,
});

describe('the report of a stack at rest', () => {
  it('adds up what is ours, and leaves the engines out', () => {
    const readings = [make('relay+edge', 200), make('postgres', 300, true), make('stack', 40)];
    expect(sumMegabytes(readings)).toBe(240);
    expect(sumCpuPercent(readings)).toBe(2);
  });

  it('has no misses at its targets, and names each figure above one or without a value', () => {
    expect(findMisses(restTargets)).toEqual([]);
    const measured = { ...restTargets, readySeconds: 6.5, loadMegabytes: Number.NaN };
    expect(findMisses(measured)).toEqual([
      'readySeconds 6.50 (at most 6)',
      'loadMegabytes NaN (at most 900)',
    ]);
  });
});
