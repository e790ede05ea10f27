// One stack for all suites that break nothing in it: started before the first file, stopped after
// the last. Suites find it by TEST_STACK_DATA and TEST_STACK_PORT (test/support/gateway.ts).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const readyTimeoutMs = 120_000;
const pollMs = 100;
/** Below those of stacks, and of the system. */
const quietPortFirst = 9_100;
const quietPorts = 900;
const quietAttemptsMax = 20;

/**
 * A hanging provider is given up after seconds, so that suites need not wait for a minute, and
 * video jobs are polled often. Providers of organizations run on this machine. Suites make
 * hundreds of accounts: their passwords are hashed at a low cost.
 */
const settings = {
  VIDEO_HASTE: '20',
  PASSWORD_COST: '10',
  UPSTREAM_FIRST_BYTE_MS: '3000',
  UPSTREAM_IDLE_MS: '2000',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
};

/** Of the stand-in for Stripe that a suite starts on the port of TEST_STRIPE_PORT. */
const stripeSettings = {
  STRIPE_SECRET_KEY: 'sk_test_fake',
  STRIPE_WEBHOOK_SECRET: 'whsec_fake',
};

export async function startSharedStack() {
  const runDirectory = process.env.TEST_RUN_DIRECTORY;
  if (!runDirectory) throw new Error('run end-to-end tests with "npm test -- --only e2e"');
  // The test runner removes it with everything else of the run.
  const dataDirectory = join(runDirectory, `stack${process.env.TEST_LANE ?? ''}`);
  mkdirSync(dataDirectory, { recursive: true });
  const port = await getFreePort();
  const stripePort = await getQuietPort();
  const outputFile = join(dataDirectory, 'output.txt');
  const output = openSync(outputFile, 'w');
  const child = spawn(process.execPath, [join('dist', 'tools', 'stack', 'main.js'), 'start'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TOLLGATE_DATA: dataDirectory,
      PORT: String(port),
      TOLLGATE_BOOT_PID: String(process.pid),
      SHAPE: process.env.TEST_SHAPE ?? 'together',
      // Suites read the metrics and logs of one relay.
      GATEWAY_PROCESSES: '1',
      ...settings,
      ...stripeSettings,
      STRIPE_API_BASE: `http://127.0.0.1:${stripePort}`,
    },
    stdio: ['ignore', output, output],
  });
  const deadline = Date.now() + readyTimeoutMs;
  while (!readFileSync(outputFile, 'utf8').includes('tollgate: ready')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop(child);
      throw new Error(`the stack did not start:\n${readFileSync(outputFile, 'utf8')}`);
    }
    await sleep(pollMs);
  }
  process.env.TEST_STACK_DATA = dataDirectory;
  process.env.TEST_STACK_PORT = String(port);
  process.env.TEST_STRIPE_PORT = String(stripePort);
  return { stop: () => stop(child) };
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function getFreePort(wanted = 0) {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** No process listens there for minutes: it must not be a port that the system hands out. */
async function getQuietPort() {
  for (let attempt = 0; attempt < quietAttemptsMax; attempt += 1) {
    const wanted = quietPortFirst + Math.floor(Math.random() * quietPorts);
    const port = await getFreePort(wanted).catch(() => undefined);
    if (port !== undefined) return port;
  }
  throw new Error('found no port for Stripe');
}
