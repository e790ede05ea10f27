import { randomBytes } from 'node:crypto';

const clusterIdBytes = 16;

/** A Kafka UUID. One that begins with a hyphen would be read as an option by Kafka's own tools. */
export function makeClusterId(makeBytes: (count: number) => Buffer = randomBytes): string {
  for (;;) {
    const id = makeBytes(clusterIdBytes).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}
