import type { UpstreamAnswer } from './open-upstream';
import { pumpBody } from './pump-body';

/** Reads a short body up to a limit; a longer or broken one is cut. */
export async function readBounded(
  { body }: UpstreamAnswer,
  { bytesMax, idleMs }: { readonly bytesMax: number; readonly idleMs: number },
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer): 'enough' | undefined => {
    chunks.push(chunk);
    bytes += chunk.length;
    return bytes > bytesMax ? 'enough' : undefined;
  };
  await pumpBody(body, take, idleMs).catch(() => undefined);
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8');
}
