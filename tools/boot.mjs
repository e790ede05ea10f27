// The front door of every long npm script. Runs on the machine's own Node (20 or later, built-ins
// only), installs the pinned packages when they are missing or stale, then continues on Node 24.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asksForUsage, usages } from './usages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...args] = process.argv.slice(2);
const stampFile = join(root, 'node_modules', '.tollgate-lock-sha256');
const ownNode = join(root, 'node_modules', '.bin', 'node');

const commands = {
  start: { build: true, run: ['dist/tools/stack/main.js', 'start'] },
  test: { build: true, run: ['dist/tools/test-runner/main.js'] },
  'test-deploy': { build: true, run: ['dist/tools/deploy-test/main.js'] },
  bench: { build: true, run: ['dist/tools/bench/main.js'] },
  backup: { build: true, run: ['dist/tools/backup/main.js'] },
  'keys-rotate': { build: true, run: ['dist/tools/stack/main.js', 'keys-rotate'] },
  'ledger-verify': { build: true, run: ['dist/tools/stack/main.js', 'ledger-verify'] },
  'demo-data': { build: true, run: ['dist/tools/demo/main.js', 'data'] },
  'console-shots': { build: true, run: ['dist/tools/demo/main.js', 'shots'] },
  images: { build: true, run: ['dist/tools/images/main.js'] },
  release: { build: true, run: ['dist/tools/release/main.js'] },
  'auto-eval': { build: true, run: ['dist/apps/relay/auto-eval.main.js'] },
  'provider-check': { build: true, run: ['dist/apps/relay/check-provider.main.js'] },
  'catalog-import': { build: true, run: ['dist/tools/operator/catalog-import.main.js'] },
  'bill-compare': { build: true, run: ['dist/tools/operator/bill-compare.main.js'] },
  check: { build: false, run: ['tools/check/check.mjs'] },
  fix: { build: false, run: ['tools/check/check.mjs', '--fix'] },
};

function fail(message, code = 1) {
  console.error(`tollgate: ${message}`);
  // The last line of a test run is always a result, whatever went wrong before.
  if (command?.startsWith('test')) console.log('0 passed, 1 failed');
  process.exit(code);
}

function run(file, fileArgs) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const result = spawnSync(file, fileArgs, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  return result.status ?? 1;
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return;
  console.log('tollgate: installing packages (npm ci) …');
  if (run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']) !== 0)
    fail('npm ci failed; see above');
  writeFileSync(stampFile, lock);
}

/** The pinned Node where the platform has one, else this Node if it is new enough. */
function findNode() {
  if (existsSync(ownNode)) return ownNode;
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  return fail(
    `no pinned Node for ${process.platform}-${process.arch}: install Node 22 or later and try again`,
  );
}

/** The output of Nx is shown only for a failed build. */
function build(node) {
  const startedMs = Date.now();
  process.stdout.write('tollgate: building …');
  const nx = join(root, 'node_modules', '.bin', 'nx');
  const flags = ['run-many', '-t', 'build', '--output-style=static', '--parallel=2'];
  const result = spawnSync(node, [nx, ...flags], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  });
  console.log(` ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
  if (result.status === 0) return;
  console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  fail('the build failed; see above');
}

/**
 * npm runs a script in a shell. A signal to npm ends the shell, which passes nothing on, so the
 * loss of the parent is the only sign that `npm start` was stopped.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 500);
}

const entry = commands[command];
if (!entry)
  fail(`unknown command "${command ?? ''}"; try one of: ${Object.keys(commands).join(', ')}`, 2);
if (asksForUsage(args)) {
  console.log(`usage: ${usages[command]}`);
  process.exit(0);
}
installPackages();
const node = findNode();
if (entry.build) build(node);

// kafkajs computes a timeout from a clock that is not set yet, which Node warns about.
const nodeFlags = ['--enable-source-maps', '--disable-warning=TimeoutNegativeWarning'];

// From here on this process only forwards signals and the exit code.
const { spawn } = await import('node:child_process');
const child = spawn(node, [...nodeFlags, ...entry.run, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    // The stack takes everything down when this process is killed.
    TOLLGATE_BOOT_PID: String(process.pid),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
stopWithNpm();
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
