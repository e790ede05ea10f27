import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { getFreePort, waitUntil } from '@tollgate/embedded';
import { findSimulatorKey, send, startGateway, type Gateway } from './gateway';
import { measureRounds, modes, type Address } from './measure-rounds';
import { readPeers, type Peer } from './peers-file';
import { computeRatios, formatRatios, formatTable } from './report';
import { startYardstick, type Yardstick } from './yardstick';

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
  let provider: ChildProcess | undefined;
  let gateway: Gateway | undefined;
  let yardstick: Yardstick | undefined;
  try {
    provider = await startProvider(providerPort);
    const providerUrl = `http://${host}:${providerPort}`;
    gateway = await startGateway('bench-peers');
    await useProvider(gateway, providerUrl);
    yardstick = await startYardstick(providerUrl);
    const { pids: hops, url } = yardstick;
    const { baseUrl, bearers, pids } = gateway;
    const tollgate = { url: baseUrl + path, bearers, model: 'simulator/chat', pids, steadyMs };
    const measurements = await measureRounds({
      yardstick: { url: url + path, bearers: ['bench'], model: 'chat', pids: hops, steadyMs },
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
    yardstick?.stop();
    provider?.kill();
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
async function useProvider(gateway: Gateway, providerUrl: string): Promise<void> {
  const { adminToken, baseUrl } = gateway;
  const { id } = await findSimulatorKey(gateway);
  const change = { baseUrl: `${providerUrl}/v1`, apiKey: 'simulator' };
  const authorization = `Bearer ${adminToken}`;
  await send('PATCH', `${baseUrl}/api/admin/provider-keys/${id}`, change, { authorization });
}
