import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createApiClient,
  textField,
  type ApiClient,
  type StackCredentials,
} from '@tollgate/embedded';
import { startTestStack } from '@tollgate/testing';
import { addExtras } from './add-extras';
import { createStackClock } from './clock-file';
import { chooseShare, isMade } from './pace';
import { planDay, type PlannedCall } from './plan-day';
import { createRandom } from './random';
import { setUp, type Caller } from './set-up';
import { signIn } from './sign-in';

export interface MonthOptions {
  readonly dataDirectory: string;
  readonly port: number;
  /** When the command began, by `performance.now()`. */
  readonly startedMs: number;
  readonly note: (line: string) => void;
}

const days = 30;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const seed = 20_261;
const callsPerHour = 5;
const callsAtOnce = 8;
const topUpDays = [3, 12, 22];
const topUpUsd = 50;
const noon = 12;
/** Failing providers and refused calls are part of a lively month. */
const tolerated = [402, 403, 502];

export interface PlayedMonth {
  readonly callsPlanned: number;
  readonly callsMade: number;
}

/**
 * Plays a month of calls in fast motion through the public API of a stack: its clock begins 30 days
 * ago and is moved from hour to hour. A slow machine makes fewer calls than planned.
 */
export async function playMonth(options: MonthOptions): Promise<PlayedMonth> {
  mkdirSync(options.dataDirectory, { recursive: true });
  const start = new Date(Math.floor(Date.now() / dayMs) * dayMs - days * dayMs);
  const clock = createStackClock(join(options.dataDirectory, 'demo-clock'), start);
  const stack = await startTestStack({
    dataDirectory: options.dataDirectory,
    port: options.port,
    environment: {
      NODE_OPTIONS: `--require=${join(__dirname, 'clock.main.js')}`,
      DEMO_CLOCK_FILE: clock.file,
      // A month of calls arrives within minutes.
      RATE_LIMIT_FUNDED: '1000000',
    },
  });
  try {
    const credentials = stack.credentials();
    const call = createApiClient(credentials.baseUrl);
    const callers = await setUp(call, credentials);
    const played = await playHours(planMonth(callers, start), {
      ...options,
      beginHour: async ({ day, hour, time }) => {
        await clock.moveTo(time);
        if (topUpDays.includes(day) && hour > noon) await topUp(call, credentials);
      },
      makeCalls: (calls) => runCalls(call, calls),
    });
    await clock.moveTo(new Date());
    await addExtras(call, credentials);
    return played;
  } finally {
    await stack.stop();
  }
}

interface KeyedCall extends PlannedCall {
  readonly key: string;
}

/** The calls of all callers in an hour of the month. */
interface MonthHour {
  readonly day: number;
  readonly hour: number;
  readonly time: Date;
  readonly calls: readonly KeyedCall[];
}

/** The hours of the month up to now, in order. */
function planMonth(callers: readonly Caller[], start: Date): readonly MonthHour[] {
  const random = createRandom(seed);
  const month: MonthHour[] = [];
  for (let day = 0; day <= days; day += 1) {
    const date = new Date(start.getTime() + day * dayMs);
    const today = { date, progress: day / days, callsPerHour };
    const plans = callers.map((caller) => ({
      caller,
      hours: planDay(random, caller.programs, today),
    }));
    for (const [hour, calls] of collectHours(plans)) {
      const time = new Date(date.getTime() + hour * hourMs);
      if (time.getTime() <= Date.now()) month.push({ day, hour, time, calls });
    }
  }
  return month;
}

/** The calls of all callers by hour, in order. */
function collectHours(
  plans: readonly { caller: Caller; hours: ReturnType<typeof planDay> }[],
): readonly (readonly [number, readonly KeyedCall[]])[] {
  const byHour = new Map<number, KeyedCall[]>();
  for (const { caller, hours } of plans) {
    for (const { calls, hour } of hours) {
      const own = calls.map((call) => ({ ...call, key: caller.key }));
      byHour.set(hour, [...(byHour.get(hour) ?? []), ...own]);
    }
  }
  return [...byHour].sort(([left], [right]) => left - right);
}

interface HourSteps extends Pick<MonthOptions, 'note' | 'startedMs'> {
  readonly beginHour: (hour: MonthHour) => Promise<void>;
  readonly makeCalls: (calls: readonly KeyedCall[]) => Promise<void>;
}

/** Leaves calls out where the machine is too slow for all of them. */
async function playHours(hours: readonly MonthHour[], steps: HourSteps): Promise<PlayedMonth> {
  const callsPlanned = hours.reduce((sum, { calls }) => sum + calls.length, 0);
  const firstMs = performance.now();
  let callsMade = 0;
  let callsSeen = 0;
  let lastDay = -1;
  for (const hour of hours) {
    if (hour.day !== lastDay) {
      steps.note(`${hour.time.toISOString().slice(0, 10)}: ${callsMade} calls so far`);
    }
    lastDay = hour.day;
    const nowMs = performance.now();
    const share = chooseShare({
      elapsedMs: nowMs - steps.startedMs,
      callsMs: nowMs - firstMs,
      callsMade,
      callsLeft: callsPlanned - callsSeen,
    });
    const first = callsSeen;
    const calls = hour.calls.filter((_, place) => isMade(first + place, share));
    callsSeen += hour.calls.length;
    if (calls.length === 0) continue;
    await steps.beginHour(hour);
    await steps.makeCalls(calls);
    callsMade += calls.length;
  }
  return { callsPlanned, callsMade };
}

async function runCalls(call: ApiClient, calls: readonly KeyedCall[]): Promise<void> {
  const queue = [...calls];
  const work = async (): Promise<void> => {
    for (let planned = queue.shift(); planned !== undefined; planned = queue.shift()) {
      await call({
        path: '/v1/chat/completions',
        headers: { authorization: `Bearer ${planned.key}`, 'x-title': planned.program.name },
        body: {
          model: planned.model,
          stream: planned.isStream,
          messages: [{ role: 'user', content: `A question ${planned.instructions}` }],
        },
        tolerated,
      });
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
}

/** Buys credit with play money. */
async function topUp(call: ApiClient, { demo }: StackCredentials): Promise<void> {
  if (demo === undefined) throw new Error('the stack has no demo account');
  const { email, password } = demo;
  const headers = await signIn(call, '/api/auth/login', { email, password });
  const path = '/api/billing/topups';
  const made = await call({ path, headers, body: { amountUsd: topUpUsd, channel: 'dev' } });
  await call({ path: `${path}/${textField(made.body, 'id')}/simulate`, headers, body: {} });
}
