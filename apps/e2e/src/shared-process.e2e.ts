import { measureWork, waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { callApi } from '../test/support/api-call';
import { startGateway } from '../test/support/gateway';
import { openSlowly, readUntil } from '../test/support/slow-client';

/** Long enough for a stream of some seconds on a busy machine. */
const stopSeconds = 20;
const patience = { timeoutMs: 60_000 };

let gateway: Awaited<ReturnType<typeof startGateway>>;
let account: Account;
beforeAll(async () => {
  const environment = { SHAPE: 'together', STOP_SECONDS_MAX: String(stopSeconds) };
  gateway = await startGateway({ environment });
  account = await openAccount(gateway);
});
afterAll(() => gateway?.end());

const pidOf = (part: string): number => gateway.credentials().pids[part] ?? 0;

/** Sends a signal, and says how long the process lived on. */
function end(pid: number): { readonly ended: Promise<number> } {
  process.kill(pid, 'SIGTERM');
  const isGone = (): boolean => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  };
  return { ended: measureWork(() => waitUntil(isGone, patience)).then(({ ms }) => ms) };
}

/** Until the supervisor has replaced the process and it serves. */
async function waitForNext(part: string, pid: number): Promise<void> {
  await waitUntil(() => pidOf(part) !== pid, patience);
  await waitUntil(async () => {
    const answer = await gateway.call('/readyz').catch(() => undefined);
    return answer?.status === 200;
  }, patience);
}

const openStream = (script: string) => {
  const model = 'simulator/chat';
  return openSlowly(gateway, 'chat', { bearer: account.key, model, content: `[[sim:${script}]]` });
};

/** A stream that never ends. */
async function openHangingStream(): Promise<{ readonly ended: Promise<unknown> }> {
  const stream = openStream('hang_after=3');
  expect((await stream.response).statusCode).toBe(200);
  await readUntil(stream, 'data:');
  return { ended: stream.listen().catch(() => undefined) };
}

describe('the shared process of edge and relay', () => {
  it('reports itself once, and each of its services its own metrics', async () => {
    const read = async (service: string): Promise<string> =>
      (await callApi(`http://127.0.0.1:${gateway.portOf(`${service}-internal`)}/metrics`)).text;
    const [edge, relay] = [await read('edge'), await read('relay')];
    expect(relay).toMatch(/^process_resident_memory_bytes\{service="relay,edge"\} \d+$/m);
    expect(edge).not.toMatch(/^(?:process|nodejs)_/m);
    expect(edge).toMatch(/^edge_request_duration_seconds_count\{/m);
    expect(relay).toMatch(/^tollgate_open_holds\{/m);
  });

  it('lets an open stream end before it ends itself, and takes no new call', async () => {
    const pid = pidOf('edge');
    const stream = openStream('tokens=30,chunk_delay_ms=100');
    await readUntil(stream, 'data:');
    const stop = end(pid);
    const text = (await stream.listen()).pieces.map((piece) => piece.text).join('');
    expect(text).toContain('data: [DONE]');
    expect(await stop.ended).toBeLessThan(stopSeconds * 1_000);
    await waitForNext('edge', pid);
  });

  it('ends within its bound though a stream hangs', async () => {
    const pid = pidOf('edge');
    const hanging = await openHangingStream();
    const stop = end(pid);
    // The timer of the process is exact; this is the time of a busy machine to notice its end.
    expect(await stop.ended).toBeLessThan(stopSeconds * 1_000 + 20_000);
    await hanging.ended;
    await waitForNext('edge', pid);
  });

  it('ends at once on a second signal', async () => {
    const pid = pidOf('edge');
    const hanging = await openHangingStream();
    const stop = end(pid);
    // Another one than the first: two equal signals may arrive as one.
    process.kill(pid, 'SIGINT');
    expect(await stop.ended).toBeLessThan(stopSeconds * 500);
    await hanging.ended;
    await waitForNext('edge', pid);
  });
});
