import { Pool } from 'undici';
import type { Gateway } from './gateway';
import { readResidentBytes } from './process-memory';

const warmStreams = 50;
const settleMs = 2_000;
const body = JSON.stringify({
  model: 'simulator/chat',
  messages: [{ role: 'user', content: 'Tell me of the gate. [[sim:hang_after=5]]' }],
  max_tokens: 256,
  stream: true,
});

/**
 * What an open stream costs in the edge and the relay together: by how much both grow while so many
 * are open. To be asked of processes that have done little else, whose heaps have no room to spare;
 * what opening them left as garbage counts too, so it is more than they really hold.
 */
export async function measureStreamMemory(gateway: Gateway, streams: number): Promise<number> {
  const { pids } = gateway;
  const read = (): number => readResidentBytes(pids.edge) + readResidentBytes(pids.relay);
  await (await openStreams(gateway, warmStreams)).destroy();
  await wait(settleMs);
  const before = read();
  const pool = await openStreams(gateway, streams);
  await wait(settleMs);
  const after = read();
  await pool.destroy();
  return (after - before) / streams;
}

/** Resolves when every one of them has brought its first content. */
async function openStreams({ baseUrl, bearers }: Gateway, streams: number): Promise<Pool> {
  const pool = new Pool(baseUrl, { connections: streams, pipelining: 1 });
  await Promise.all(
    Array.from({ length: streams }, (_unused, index) =>
      openStream(pool, bearers[index % bearers.length] ?? ''),
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
