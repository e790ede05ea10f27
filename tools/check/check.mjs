// `npm run check`: everything a change must pass before its tests count. Runs every step, then
// prints one line per step. `--fix` (npm run fix) lets the formatters and ESLint repair files.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { checkSteps } from './check-steps.mjs';

const isFixing = process.argv.includes('--fix');

function runStep(step) {
  const startedAt = performance.now();
  console.log(`\n── ${step.name}`);
  const faults = step.commands(isFixing).filter(([file, ...args]) => {
    const result = spawnSync(file, args, { stdio: 'inherit' });
    if (result.error) console.error(`${file}: ${result.error.message}`);
    return result.status !== 0;
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return { name: step.name, seconds, hasPassed: faults.length === 0 };
}

const results = checkSteps.map(runStep);
console.log('');
for (const { name, seconds, hasPassed } of results) {
  console.log(`${hasPassed ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)} ${seconds.padStart(6)} s`);
}
const failed = results.filter((result) => !result.hasPassed);
console.log(failed.length === 0 ? 'check: all passed' : `check: ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
