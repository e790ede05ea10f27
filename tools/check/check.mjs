// `npm run check`: everything a change must pass before its tests count. Runs every step, then
// prints one line per step. `--fix` (npm run fix) lets the formatters and ESLint repair files;
// `--without <step>` leaves one step out.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { checkSteps } from './check-steps.mjs';

const isFixing = process.argv.includes('--fix');
const skipped = process.argv.includes('--without') ? process.argv.at(-1) : undefined;
const steps = checkSteps.filter(({ name }) => name !== skipped);
if (skipped !== undefined && steps.length === checkSteps.length) {
  console.error(`--without names one of: ${checkSteps.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

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

/** What a step says is shown when it has ended: steps that run beside it say something too. */
async function runQuietly(step) {
  const startedAt = performance.now();
  let output = '';
  let hasPassed = true;
  for (const [file, ...args] of step.commands(false)) {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (output += text));
    const [status] = await once(child, 'close');
    hasPassed &&= status === 0;
  }
  console.log(`\n── ${step.name}\n${output}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return { name: step.name, seconds, hasPassed };
}

/** The first step writes files; of the others the longest takes as long as all the rest. */
async function runAll() {
  if (isFixing) return steps.map(runStep);
  const [first, ...others] = steps;
  const done = new Map([[first, runStep(first)]]);
  const isLong = ({ name }) => name === 'lint and boundaries';
  const runLane = async (steps) => {
    for (const step of steps) done.set(step, await runQuietly(step));
  };
  await Promise.all([
    runLane(others.filter(isLong)),
    runLane(others.filter((step) => !isLong(step))),
  ]);
  return steps.map((step) => done.get(step));
}

const results = await runAll();
console.log('');
for (const { name, seconds, hasPassed } of results) {
  console.log(`${hasPassed ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)} ${seconds.padStart(6)} s`);
}
const failed = results.filter((result) => !result.hasPassed);
console.log(failed.length === 0 ? 'check: all passed' : `check: ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
