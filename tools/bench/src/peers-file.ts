import { readFileSync } from 'node:fs';
import { z } from 'zod';

const portMax = 65_535;
/** Of targets that the benchmark has itself. */
const ownNames = ['provider', 'yardstick', 'tollgate'];

const peerSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\w.-]{1,20}$/, 'must be 1 to 20 letters, digits, ".", "_" or "-"')
    .refine((name) => !ownNames.includes(name), `must not be ${ownNames.join(', ')}`),
  url: z.url({ protocol: /^https?$/, error: 'must be the http address of its chat completions' }),
  headers: z.record(z.string(), z.string()).default({}),
  model: z.string().min(1),
  pid: z.int().min(1).optional(),
});

const fileSchema = z.strictObject({
  providerPort: z.int().min(1).max(portMax),
  peers: z
    .array(peerSchema)
    .min(1)
    .refine((peers) => new Set(peers.map(({ name }) => name)).size === peers.length, {
      error: 'must have different names',
    }),
});

/** Another gateway that answers OpenAI's chat completions. */
export type Peer = z.infer<typeof peerSchema>;
export type PeersFile = z.infer<typeof fileSchema>;

const example = `{
  "providerPort": 18080,
  "peers": [
    {
      "name": "other",
      "url": "http://127.0.0.1:4000/v1/chat/completions",
      "headers": { "authorization": "Bearer key" },
      "model": "chat",
      "pid": 4711
    }
  ]
}`;

/** Throws an error that names every fault and shows the shape. */
export function parsePeers(text: string, file: string): PeersFile {
  const parsed = fileSchema.safeParse(parseJson(text, file));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ message, path }) => `  ${path.map(String).join('.') || 'the file'}: ${message}`,
  );
  throw new Error(`${file} is wrong:\n${faults.join('\n')}\nIts shape is\n${example}`);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}\nIts shape is\n${example}`, {
      cause: error,
    });
  }
}

export function readPeers(file: string): PeersFile {
  try {
    return parsePeers(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`there is no ${file}: write it, its shape is\n${example}`, { cause: error });
  }
}
