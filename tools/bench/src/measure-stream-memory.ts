import { Pool } from 'undici';
import type { Gateway } from './gateway';
import { readResidentBytes } from './process-memory';
import { median } from './statistics';

const rounds = 5;
const settleMs = 3_000;
const body = JSON.stringify({
  model: 'simulator/chat',
  messages: [{ role: 'user', content: 'Tell me of the gate. [[sim:hang_after=5]]' }],
  max_tokens: 256,
  stream: true,
});

/**
 * What an open stream costs in the edge and the relay together, once their heaps have seen as many
 * before: the first ones pay for code and buffers that stay.
 */
export async function measureStreamMemory(gateway: Gateway, streams: number): Promise<number> {
  const { baseUrl, bearers, pids } = gateway;
  const read = (): number => readResidentBytes(pids.edge) + readResidentBytes(pids.relay);
  const growths: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await wait(settleMs);
    const before = read();
    const pool = new Pool(baseUrl, { connections: streams, pipelining: 1 });
    await Promise.all(
      Array.from({ length: streams }, (_unused, index) =>
        openStream(pool, bearers[index % bearers.length] ?? ''),
      ),
    );
    await wait(settleMs);
    const after = read();
    await pool.destroy();
    if (round > 0) growths.push((after - before) / streams);
  }
  return median(growths);
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
