import type { Chance } from './chance';

/** One life of a process. What it waits for when it is killed never comes. */
export class Life {
  #isOver = false;
  #frozenUntilMs = 0;

  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    this.#isOver = true;
  }

  /** As by SIGSTOP: for so long it neither sends nor receives anything. */
  freeze(ms: number): void {
    this.#frozenUntilMs = Math.max(this.#frozenUntilMs, Date.now() + ms);
  }

  async thaw(): Promise<void> {
    const leftMs = this.#frozenUntilMs - Date.now();
    if (leftMs > 0) await sleep(leftMs);
  }
}

export interface Faults {
  /** How often a request or its reply gets lost. */
  lossRate: number;
  /** Servers that do not answer at all. */
  readonly away: Set<string>;
}

const delayMsMax = 5;
const timeoutMs = 500;
const never = new Promise<never>(() => undefined);

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Carries calls between processes: with delays, with losses before and after the deed (so that a
 * caller who gives up cannot know whether it was done), and never on behalf of the dead.
 */
export class Network {
  readonly #chance: Chance;
  readonly faults: Faults = { lossRate: 0, away: new Set() };

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  async call<T>(life: Life, server: string, deed: () => T | Promise<T>): Promise<T> {
    await sleep(this.#chance.between(0, delayMsMax));
    await life.thaw();
    if (life.isOver) return never;
    if (this.faults.away.has(server) || this.#chance.is(this.faults.lossRate)) {
      return this.#timeOut(life, server);
    }
    const result = await deed();
    if (this.#chance.is(this.faults.lossRate)) return this.#timeOut(life, server);
    await sleep(this.#chance.between(0, delayMsMax));
    await life.thaw();
    return life.isOver ? never : result;
  }

  async #timeOut(life: Life, server: string): Promise<never> {
    await sleep(timeoutMs);
    if (life.isOver) return never;
    throw new Error(`${server} did not answer`);
  }
}
