import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@tollgate/errors';
import type { PasswordHasher } from './ports';

const blockSize = 8;
const parallelization = 1;
const saltBytes = 16;
const hashBytes = 32;
/** Each takes a core for some 100 ms, and 32 MB: more at once would only slow each other down. */
const parallelMax = 2;
const waitingMax = 64;

/**
 * scrypt with a salt per password; the parameters are stored beside it, so they can be raised.
 * `costLog2` is the binary logarithm of its cost: one more doubles time and memory.
 */
export function createPasswordHasher(costLog2: number): PasswordHasher {
  const cost = { N: 2 ** costLog2, r: blockSize, p: parallelization };
  const gate = createGate({ parallelMax, waitingMax });
  const decoy = `scrypt$${cost.N}$${cost.r}$${cost.p}$${randomBytes(saltBytes).toString('base64')}$${randomBytes(hashBytes).toString('base64')}`;
  return {
    hash: (password) =>
      gate(async () => {
        const salt = randomBytes(saltBytes);
        const hash = await derive(password, salt, cost);
        const { N, r, p } = cost;
        return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
      }),
    verify: (password, storedHash) =>
      gate(async () => {
        const stored = parseHash(storedHash ?? decoy);
        const hash = await derive(password, stored.salt, stored.cost);
        return timingSafeEqual(hash, stored.hash) && storedHash !== undefined;
      }),
  };
}

/** The parameters of scrypt under their usual names. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

function parseHash(text: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const [name, n, r, p, salt, hash, ...rest] = text.split('$');
  if (name !== 'scrypt' || salt === undefined || hash === undefined || rest.length > 0) {
    throw new Error('a stored password hash is malformed');
  }
  return {
    cost: { N: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // What scrypt needs, twice: OpenSSL refuses what is near the limit.
  const maxmem = 2 * 128 * cost.N * cost.r;
  return new Promise((resolve, reject) => {
    // Unicode normalization: composed and decomposed characters are the same password.
    const text = password.normalize('NFKC');
    scrypt(text, salt, hashBytes, { ...cost, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

export type Gate = <T>(run: () => Promise<T>) => Promise<T>;

/** Limits how many tasks run and wait at once; further ones are refused as overloaded. */
export function createGate(options: {
  readonly parallelMax: number;
  readonly waitingMax: number;
}): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < options.parallelMax) {
      running += 1;
      return;
    }
    if (waiting.length >= options.waitingMax) {
      throw new AppError('overloaded', { retryAfterSeconds: 1 });
    }
    // The one that leaves hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (run) => {
    await enter();
    try {
      return await run();
    } finally {
      leave();
    }
  };
}
