import { randomUUID } from 'node:crypto';
import type { Nanos } from '@tollgate/money';
import { defineScript, listFirstSlots, type Redis, type RedisScript } from '@tollgate/redis';
import type { CallKeys, CallResult, CallState, CallView, Claim, KeyedCall } from './call-keys';
import {
  claimLua,
  crashLua,
  dropLua,
  finishLua,
  giveUpLua,
  lookLua,
  progressLua,
} from './call-keys-scripts';

/** How long a key is remembered, and how long the answer to it is kept. */
const keySeconds = 24 * 60 * 60;
const answerSeconds = 60 * 60;
/** Long enough for those who follow a call to see how it has failed. */
const freeSeconds = 60;
/** Parts of an answer that are read at a time: a reply stays below 3 MB. */
const partsMax = 32;

const claims: readonly Claim[] = ['run', 'taken', 'other-request'];

/** A call that a process of this relay has begun. */
export type OpenCall = Pick<KeyedCall, 'id' | 'ulid'>;

/** In Redis, for all relays together. The keys of clients are only there as hashes. */
export class RedisCallKeys implements CallKeys {
  readonly #redis: Redis;
  readonly #instance: string;
  /** Two keys may be on two servers. */
  readonly #isCluster: boolean;
  /** The instance keeps its name over restarts; this tells its processes apart. */
  readonly #process = randomUUID();
  readonly #scripts: Readonly<Record<string, RedisScript>>;

  constructor(redis: Redis, instance: string) {
    this.#redis = redis;
    this.#instance = instance;
    this.#isCluster = listFirstSlots(redis) !== undefined;
    const scripts = { claimLua, crashLua, dropLua, finishLua, giveUpLua, lookLua, progressLua };
    this.#scripts = Object.fromEntries(
      Object.entries(scripts).map(([name, text]) => [name, defineScript(redis, text)]),
    );
  }

  async claim(call: KeyedCall): Promise<Claim> {
    const { fingerprint, id, ulid } = call;
    // On one connection the first is done before the second: a crash in between loses nothing.
    const noted = this.#note(call);
    if (this.#isCluster) await noted;
    const values = [fingerprint, ulid, this.#instance, this.#process, keySeconds];
    const [claimed] = await Promise.all([this.#run('claimLua', id, values), noted]);
    const claim = claims[Number(claimed)] ?? 'taken';
    if (claim !== 'run') await this.#forget(call);
    return claim;
  }

  async giveUp(call: KeyedCall): Promise<void> {
    await this.#run('giveUpLua', call.id, [call.ulid]);
    await this.#forget(call);
  }

  async progress({ id, ulid }: KeyedCall, parts: readonly string[]): Promise<number | undefined> {
    const ms = Number(await this.#run('progressLua', id, [ulid, answerSeconds, ...parts]));
    return ms < 0 ? undefined : ms;
  }

  async dropAnswer({ id, ulid }: KeyedCall): Promise<void> {
    await this.#run('dropLua', id, [ulid]);
  }

  async finish(call: KeyedCall, result: CallResult): Promise<void> {
    const { costNanos, error = '', isKept, parts, state } = result;
    const values = [call.ulid, state, String(costNanos), error, answerSeconds, freeSeconds];
    await this.#run('finishLua', call.id, [...values, isKept ? '1' : '0', ...parts]);
    await this.#forget(call);
  }

  async look(id: string, fromPart: number): Promise<CallView | undefined> {
    const range = [fromPart, fromPart + partsMax - 1];
    const reply = (await this.#run('lookLua', id, range)) as readonly unknown[];
    return reply.length === 0 ? undefined : readView(reply);
  }

  /** What earlier processes of this instance have begun and not ended. */
  async listOpen(): Promise<OpenCall[]> {
    const members = await this.#redis.smembers(this.#openKey);
    return members.map((member) => {
      const [id = '', ulid = ''] = member.split(' ');
      return { id, ulid };
    });
  }

  /** `costNanos`: undefined when the call was not charged. */
  async noteCrash(call: OpenCall, costNanos: Nanos | undefined): Promise<void> {
    const cost = costNanos === undefined ? '' : String(costNanos);
    await this.#run('crashLua', call.id, [call.ulid, cost]);
    await this.#forget(call);
  }

  get #openKey(): string {
    return `tollgate:once:open:${this.#instance}`;
  }

  async #note({ id, ulid }: OpenCall): Promise<void> {
    await Promise.all([
      this.#redis.sadd(this.#openKey, `${id} ${ulid}`),
      this.#redis.expire(this.#openKey, keySeconds),
    ]);
  }

  async #forget({ id, ulid }: OpenCall): Promise<void> {
    await this.#redis.srem(this.#openKey, `${id} ${ulid}`);
  }

  #run(name: string, id: string, values: readonly (string | number)[]): Promise<unknown> {
    const script = this.#scripts[name];
    if (script === undefined) throw new RangeError(`no script ${name}`);
    // One hash tag, so that one script can touch both on Redis Cluster.
    return script([`tollgate:once:{${id}}`, `tollgate:once:{${id}}:answer`], values);
  }
}

function readView(reply: readonly unknown[]): CallView {
  const [state, ulid, silentMs, kept, cost, error, partCount, ...parts] = reply;
  return {
    state: state as CallState,
    ulid: String(ulid),
    silentMs: Number(silentMs),
    isKept: kept !== '0',
    costNanos: cost === '' ? undefined : BigInt(String(cost)),
    error: error === '' ? undefined : String(error),
    partCount: Number(partCount),
    parts: parts.map(String),
  };
}
