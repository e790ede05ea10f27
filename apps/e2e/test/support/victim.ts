import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './accounts';
import { chat } from './chat';
import type { Gateway } from './gateway';

/** How a client fared that wanted nothing but its ten calls a second. */
export interface VictimReport {
  readonly calls: number;
  readonly failures: readonly string[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How late this very process was at worst: nothing it measures can be better than that. */
  readonly ownDelayMs: number;
}

export interface Victim {
  readonly stop: () => Promise<VictimReport>;
}

const periodMs = 100;
const nanosPerMs = 1e6;

/** Calls in a steady rhythm, whether or not earlier calls were answered. */
export function startVictim(gateway: Gateway, accounts: readonly Account[]): Victim {
  const durationsMs: number[] = [];
  const failures: string[] = [];
  const running: Promise<void>[] = [];
  let isOver = false;
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();

  async function callOnce(account: Account): Promise<void> {
    const startedAtMs = performance.now();
    try {
      const { status, error } = await chat(gateway, {
        bearer: account.key,
        content: '[[sim:tokens=3]]',
        body: { max_tokens: 20 },
      });
      if (status !== 200) failures.push(`${status} ${JSON.stringify(error)}`);
    } catch (error) {
      failures.push(String((error as { cause?: unknown }).cause ?? error));
    }
    durationsMs.push(performance.now() - startedAtMs);
  }

  const rhythm = (async () => {
    for (let call = 0; !isOver; call++) {
      const account = accounts[call % accounts.length];
      if (account !== undefined) running.push(callOnce(account));
      await sleep(periodMs);
    }
  })();

  return {
    stop: async () => {
      isOver = true;
      await rhythm;
      await Promise.all(running);
      const sorted = durationsMs.toSorted((a, b) => a - b);
      const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
      delays.disable();
      const ownDelayMs = delays.max / nanosPerMs;
      return { calls: sorted.length, failures, p50Ms: at(0.5), p99Ms: at(0.99), ownDelayMs };
    },
  };
}
