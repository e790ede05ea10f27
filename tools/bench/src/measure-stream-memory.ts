import { Pool } from 'undici';
import type { Gateway } from './gateway';
import { openInspector, readHeldBytes } from './inspector';

const warmStreams = 50;
const settleMs = 2_000;
const body = JSON.stringify({
  model: 'simulator/chat',
  messages: [{ role: 'user', content: 'Tell me of the gate. [[sim:hang_after=5]]' }],
  max_tokens: 256,
  stream: true,
});

/**
 * What an open stream costs in the edge and the relay together: what both hold more, garbage
 * collected, while so many are open. Sockets inside the kernel are not in it.
 */
export async function measureStreamMemory(gateway: Gateway, streams: number): Promise<number> {
  const { logOf, pids } = gateway;
  // One process where both share it.
  const processes = new Map((['edge', 'relay'] as const).map((name) => [pids[name], name]));
  const inspectors = await Promise.all(
    [...processes].map(([pid, name]) => openInspector(pid, logOf(name))),
  );
  const read = async (): Promise<number> => {
    const held = await Promise.all(inspectors.map(readHeldBytes));
    return held.reduce((sum, bytes) => sum + bytes, 0);
  };
  await (await openStreams(gateway, warmStreams)).destroy();
  await wait(settleMs);
  const before = await read();
  const pool = await openStreams(gateway, streams);
  await wait(settleMs);
  const after = await read();
  await pool.destroy();
  for (const inspector of inspectors) inspector.close();
  return (after - before) / streams;
}

/** Resolves when every one of them has brought its first content. */
async function openStreams({ baseUrl, leavers }: Gateway, streams: number): Promise<Pool> {
  const pool = new Pool(baseUrl, { connections: streams, pipelining: 1 });
  await Promise.all(
    Array.from({ length: streams }, (_unused, index) =>
      openStream(pool, leavers[index % leavers.length] ?? ''),
    ),
  );
  return pool;
}

async function openStream(pool: Pool, bearer: string): Promise<void> {
  const answer = await pool.request({
    path: '/v1/chat/completions',
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body,
  });
  answer.body.on('error', () => undefined);
  await new Promise((resolve) => answer.body.once('data', resolve));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
