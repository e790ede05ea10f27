import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tollgate/testing';
import type { Account } from './accounts';
import { chat, simulatorModel, type ChatAnswer } from './chat';
import { callDialect, dialectFaces, type DialectName } from './dialects';
import type { Gateway } from './gateway';

/** What a client can swear to about one call. */
export interface CallRecord {
  /** Sent as `X-Title` and inside the prompt, so that every log can be matched with this one. */
  readonly id: string;
  readonly account: Account;
  readonly isStreaming: boolean;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** `answered`: 200 with its cost. `refused`: an orderly error. `broken`: the answer did not end. */
  readonly outcome: 'answered' | 'refused' | 'broken';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly generationId: string;
  readonly costNanos: bigint;
  readonly reason: string;
}

export interface Load {
  readonly records: readonly CallRecord[];
  /** Resolves when so many calls that began from now on have ended. */
  readonly waitForCalls: (count: number) => Promise<void>;
  /** Resolves when a call that began from now on was answered. */
  readonly waitForAnswer: (timeoutMs: number) => Promise<void>;
  /** Lets the calls under way end and begins no more. */
  readonly stop: () => Promise<readonly CallRecord[]>;
}

export interface LoadOptions {
  readonly accounts: readonly Account[];
  readonly parallel: number;
  /** What the calls ask for; at most 50 tokens of the simulator by default. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** In turn; without them all calls are chat completions. */
  readonly dialects?: readonly DialectName[];
  /** Only streams, by this script of the simulator; without it plain and short streamed calls. */
  readonly streamScript?: string;
  /** A call that takes longer is broken. */
  readonly timeoutMs?: number;
}

const timeoutMsDefault = 20_000;
/** Counts on from load to load: an id is never used twice in a test file. */
let callCount = 0;
/** The pause after a call that broke; a refusal has a retry time of its own. */
const pauseMs = 50;
/** Waits are obeyed up to this, so that the load is there again soon after the fault is over. */
const obeyedMsMax = 1_000;

/** Plain and streamed calls without end, so many at a time, each with its line in the log. */
export function startLoad(gateway: Gateway, options: LoadOptions): Load {
  const records: CallRecord[] = [];
  let isStopping = false;

  async function work(): Promise<void> {
    while (!isStopping) {
      callCount += 1;
      const record = await makeCall(gateway, callCount, options);
      records.push(record);
      if (record.outcome !== 'answered') await sleep(getPauseMs(record));
    }
  }

  const workers = Array.from({ length: options.parallel }, work);
  const since = (startMs: number): CallRecord[] =>
    records.filter(({ startedAtMs }) => startedAtMs >= startMs);
  return {
    records,
    waitForCalls: async (wanted) => {
      const startMs = Date.now();
      await waitUntil(() => since(startMs).length >= wanted, {
        timeoutMs: 60_000,
        what: `${wanted} calls`,
      });
    },
    waitForAnswer: async (timeoutMs) => {
      const startMs = Date.now();
      await waitUntil(() => since(startMs).some(({ outcome }) => outcome === 'answered'), {
        timeoutMs,
        what: 'an answered call',
      });
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(workers);
      return records;
    },
  };
}

function getPauseMs({ retryAfter }: CallRecord): number {
  return retryAfter === null ? pauseMs : Math.min(Number(retryAfter) * 1_000, obeyedMsMax);
}

async function makeCall(
  gateway: Gateway,
  number: number,
  options: LoadOptions,
): Promise<CallRecord> {
  const { accounts, body = { max_tokens: 50 }, streamScript } = options;
  const { timeoutMs = timeoutMsDefault } = options;
  const id = `call-${number}.`;
  const account = accounts[number % accounts.length] as Account;
  const isStreaming = streamScript !== undefined || number % 2 === 0;
  const begun = { id, account, isStreaming, startedAtMs: Date.now() };
  const shortScript = isStreaming ? 'tokens=5,chunk_delay_ms=40' : 'tokens=5,delay_ms=250';
  const script = streamScript ?? shortScript;
  const nothing = { generationId: '', costNanos: 0n, status: 0, retryAfter: null };
  try {
    const answer = await ask(gateway, pickDialect(options, number), {
      bearer: account.key,
      content: `${id} [[sim:${script}]]`,
      isStreaming,
      body,
      call: { headers: { 'x-title': id }, timeoutMs },
    });
    const isWhole = !isStreaming || answer.status !== 200 || answer.isDone;
    const isAnswered = isWhole && answer.costNanos !== undefined;
    const reason = isWhole ? JSON.stringify(answer.error ?? null) : 'the stream was cut';
    return {
      ...begun,
      endedAtMs: Date.now(),
      outcome: isAnswered ? 'answered' : isWhole ? 'refused' : 'broken',
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      generationId: answer.generationId,
      costNanos: answer.costNanos ?? 0n,
      reason,
    };
  } catch (error) {
    const reason = describeFailure(error);
    return { ...begun, ...nothing, endedAtMs: Date.now(), outcome: 'broken', reason };
  }
}

/** Every dialect has plain and streamed calls, of every account. */
function pickDialect({ accounts, dialects = [] }: LoadOptions, number: number): DialectName {
  const round = Math.floor(number / accounts.length);
  return dialects[(number + round) % dialects.length] ?? 'chat';
}

type Answer = Pick<
  ChatAnswer,
  'costNanos' | 'error' | 'generationId' | 'headers' | 'isDone' | 'status'
>;

async function ask(
  gateway: Gateway,
  dialect: DialectName,
  request: Parameters<typeof chat>[1],
): Promise<Answer> {
  if (dialect === 'chat') return chat(gateway, request);
  const { max_tokens: tokens, ...others } = request.body ?? {};
  const limit = dialect === 'responses' ? { max_output_tokens: tokens } : { max_tokens: tokens };
  const body = { ...limit, ...others };
  const answer = await callDialect(gateway, dialect, { ...request, model: simulatorModel, body });
  const { readErrors, readUsages } = dialectFaces[dialect];
  const [usage] = readUsages(answer);
  const [error = answer.json?.error] = readErrors(answer.events);
  return {
    status: answer.status,
    headers: answer.headers,
    isDone: usage !== undefined || error !== undefined,
    error,
    costNanos: usage?.costNanos,
    generationId: answer.headers.get('x-generation-id') ?? '',
  };
}

/** The cause says more than "fetch failed". It may come from another realm than this file's. */
function describeFailure(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as { code?: string; message?: string };
  return `${code ?? ''} ${message ?? String(cause)}`;
}
