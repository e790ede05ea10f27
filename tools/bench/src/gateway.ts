import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findCredentials, getFreePort, waitUntil, type StackCredentials } from '@tollgate/embedded';

export interface Gateway {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly adminToken: string;
  /** One key per account. */
  readonly bearers: readonly string[];
  /** More keys, whose streams may be cancelled: an account that cancels often is blocked. */
  readonly leavers: readonly string[];
  /** As a superuser, to lay down what would take too long by calls. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Of every process of the stack by its name. */
  readonly pids: Readonly<Record<string, number> & Record<'edge' | 'relay', number>>;
  readonly logOf: (service: string) => string;
  readonly stop: () => Promise<void>;
}

const accounts = 8;
const leavers = 16;
/** Every call is counted as usual, but no account reaches the limit. */
const rateLimit = '1000000000';
const startTimeoutMs = 120_000;

/** Starts the whole stack on empty data of its own and gives it customers with credit. */
export async function startGateway(
  name = 'bench',
  environment: Readonly<Record<string, string>> = {},
): Promise<Gateway> {
  const dataDirectory = join('.data', name);
  rmSync(dataDirectory, { recursive: true, force: true });
  mkdirSync(dataDirectory, { recursive: true });
  console.log(`bench: starting the gateway and its customers in ${dataDirectory} …`);
  const port = await getFreePort();
  const child = spawn(
    process.execPath,
    [join(__dirname, '..', 'stack', 'main.js'), 'start', '--fresh'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        TOLLGATE_DATA: dataDirectory,
        PORT: String(port),
        TOLLGATE_BOOT_PID: String(process.pid),
        RATE_LIMIT_FUNDED: rateLimit,
        ...environment,
        // Each process opens its inspector on a free port.
        NODE_OPTIONS: '--inspect-port=0',
      },
    },
  );
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitUntil(() => isReady(child, dataDirectory, baseUrl), { timeoutMs: startTimeoutMs });
  const credentials = findCredentials(dataDirectory) as StackCredentials;
  const simulator = await findSimulatorKey({ baseUrl, adminToken: credentials.adminToken });
  const keys = await createAccounts(baseUrl, credentials.adminToken);
  return {
    baseUrl,
    simulatorUrl: simulator.baseUrl.replace(/\/v1$/, ''),
    adminToken: credentials.adminToken,
    bearers: keys.slice(0, accounts),
    leavers: keys.slice(accounts),
    databaseUrl: credentials.databaseUrl,
    redisUrl: credentials.redisUrl,
    pids: { edge: 0, relay: 0, ...credentials.pids },
    // Services that share a process share its log.
    logOf: (service) => readlinkSync(`/proc/${credentials.pids[service]}/fd/2`),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function isReady(
  child: ChildProcess,
  dataDirectory: string,
  baseUrl: string,
): Promise<boolean> {
  if (child.exitCode !== null) throw new Error('the gateway did not start');
  if (findCredentials(dataDirectory) === undefined) return false;
  return fetch(`${baseUrl}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** The provider key of the simulator that was started with the gateway. */
export async function findSimulatorKey({
  adminToken,
  baseUrl,
}: Pick<Gateway, 'adminToken' | 'baseUrl'>): Promise<{ id: string; baseUrl: string }> {
  const answer = await fetch(`${baseUrl}/api/admin/provider-keys`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  const { items } = (await answer.json()) as {
    items: { id: string; provider: string; baseUrl: string }[];
  };
  const simulator = items.find(({ provider }) => provider === 'simulator');
  if (!simulator) throw new Error('the gateway has no simulator');
  return simulator;
}

function createAccounts(baseUrl: string, adminToken: string): Promise<string[]> {
  const indexes = Array.from({ length: accounts + leavers }, (_, index) => index);
  return Promise.all(indexes.map((index) => createAccount(baseUrl, adminToken, index)));
}

async function createAccount(baseUrl: string, adminToken: string, index: number): Promise<string> {
  const { cookie, userId } = await signUp(baseUrl, `bench-${index}`);
  const key = await send('POST', `${baseUrl}/api/account/keys`, { name: 'bench' }, { cookie });
  const grant = { userId, amountUsd: 1_000, reason: 'bench' };
  const authorization = `Bearer ${adminToken}`;
  await send('POST', `${baseUrl}/api/admin/credits/grants`, grant, { authorization });
  return ((await key.json()) as { key: string }).key;
}

/** A new account with a session. */
export async function signUp(
  baseUrl: string,
  name: string,
): Promise<{ readonly userId: string; readonly cookie: string }> {
  const account = { email: `${name}@tollgate.local`, password: 'bench-password' };
  const answer = await send('POST', `${baseUrl}/api/auth/signup`, account);
  const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0]);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { userId: user.id, cookie: cookies.join('; ') };
}

export async function send(
  method: 'PATCH' | 'POST',
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
