import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readCpuSeconds } from './process-cpu';

/** Lets a child work and end, says so, and goes on. */
const parent = `
  const { spawnSync } = require('node:child_process');
  const work = 'const end = Date.now() + 400; while (Date.now() < end);';
  process.stdin.once('data', () => {
    spawnSync(process.execPath, ['-e', work]);
    console.log('ended');
  });
  console.log('ready');
`;

describe('the CPU time of a process', () => {
  it('counts a child that has ended', async () => {
    const child = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      const before = readCpuSeconds(child.pid ?? 0);
      child.stdin.write('go\n');
      await once(child.stdout, 'data');
      // A busy machine gives the child less than its 0.4 s.
      expect(readCpuSeconds(child.pid ?? 0) - before).toBeGreaterThan(0.05);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
