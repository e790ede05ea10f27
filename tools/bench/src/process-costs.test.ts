import { nameProcesses, sumCosts } from './process-costs';

describe('the cost of a call by process', () => {
  it('counts a process once for all services in it, and leaves the simulator out', () => {
    const pids = { redis: 3, simulator: 4, relay: 5, edge: 5 };
    expect(nameProcesses(pids)).toEqual([
      { name: 'redis', pid: 3 },
      { name: 'relay+edge', pid: 5 },
    ]);
  });

  it('is the sum of all', () => {
    expect(sumCosts({ redis: 60, 'relay+edge': 440 })).toBe(500);
  });
});
