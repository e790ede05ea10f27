import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { getFreePort, waitUntil } from '@tollgate/embedded';
import { send, startGateway, type Gateway } from './gateway';
import { measureRounds, modes, type Address } from './measure-rounds';
import { readPeers, type Peer } from './peers-file';
import { startHop } from './processes';
import { computeRatios, formatRatios, formatTable } from './report';

const fileDefault = 'bench-peers.json';
const steadyMs = 20_000;
const host = '127.0.0.1';
const path = '/v1/chat/completions';
const startTimeoutMs = 30_000;

/**
 * Other gateways beside Tollgate and the bare proxy, all in front of the same provider:
 * `npm run bench -- peers [file]`. They must run already and have `providerPort` as their provider.
 */
export async function measurePeers([file = fileDefault]: readonly string[]): Promise<void> {
  const { peers, providerPort } = readPeers(file);
  const children: ChildProcess[] = [];
  let gateway: Gateway | undefined;
  try {
    children.push(await startProvider(providerPort));
    const providerUrl = `http://${host}:${providerPort}`;
    gateway = await startGateway('bench-peers');
    await useProvider(gateway, providerUrl);
    const yardstick = await startYardstick(providerUrl, children);
    const { baseUrl, bearers, pids } = gateway;
    const tollgate = { url: baseUrl + path, bearers, model: 'simulator/chat', pids, steadyMs };
    const measurements = await measureRounds({
      yardstick,
      tollgate,
      ...Object.fromEntries(peers.map((peer) => [peer.name, describePeer(peer)])),
    });
    console.log(`\n${formatTable(measurements)}\n\nto the bare proxy:`);
    for (const target of ['tollgate', ...peers.map(({ name }) => name)]) {
      for (const mode of modes) {
        const ratios = computeRatios(measurements, target, mode);
        console.log(`${target}, ${mode}: ${formatRatios(ratios)}`);
      }
    }
  } finally {
    for (const child of children) child.kill();
    await gateway?.stop();
  }
}

function describePeer({ headers, model, name, pid, url }: Peer): Address {
  const pids = pid === undefined ? {} : { [name]: pid };
  return { url, headers, model, bearers: [], pids, steadyMs };
}

/** On a fixed port, which the other gateways know. */
async function startProvider(port: number): Promise<ChildProcess> {
  const program = join(__dirname, '..', '..', 'apps', 'simulator', 'main.js');
  const internalPort = await getFreePort();
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HTTP_PORT: String(port), INTERNAL_PORT: String(internalPort) },
  });
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the provider cannot listen on port ${port}`);
    const answer = await fetch(`http://${host}:${internalPort}/readyz`).catch(() => undefined);
    return answer?.ok === true;
  };
  await waitUntil(isReady, { timeoutMs: startTimeoutMs, what: 'the provider' });
  return child;
}

/** Makes Tollgate call this provider instead of the one that was started with it. */
async function useProvider({ adminToken, baseUrl }: Gateway, providerUrl: string): Promise<void> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const url = `${baseUrl}/api/admin/provider-keys`;
  const answer = await fetch(url, { headers });
  const { items } = (await answer.json()) as { items: { id: string; provider: string }[] };
  const key = items.find(({ provider }) => provider === 'simulator');
  if (key === undefined) throw new Error('the gateway has no simulator');
  const change = { baseUrl: `${providerUrl}/v1`, apiKey: 'simulator' };
  await send('PATCH', `${url}/${key.id}`, change, headers);
}

async function startYardstick(providerUrl: string, children: ChildProcess[]): Promise<Address> {
  const [backPort, frontPort] = [await getFreePort(), await getFreePort()];
  const back = await startHop('yardstick-back.main.js', backPort, providerUrl);
  children.push(back);
  const front = await startHop('yardstick-front.main.js', frontPort, `http://${host}:${backPort}`);
  children.push(front);
  return {
    url: `http://${host}:${frontPort}${path}`,
    bearers: ['bench'],
    model: 'chat',
    pids: { front: front.pid ?? 0, back: back.pid ?? 0 },
    steadyMs,
  };
}
