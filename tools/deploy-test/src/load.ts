import { setTimeout as sleep } from 'node:timers/promises';
import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/embedded';
import {
  CutAnswerError,
  type Account,
  type Gateway,
  type GatewayAnswer,
  type Json,
} from './gateway';

/** What a client knows about one call. */
export interface CallRecord {
  readonly account: Account;
  readonly startedAtMs: number;
  /**
   * `answered`: 200 with its cost. `refused`: an error with a status. `unreachable`: there was no
   * connection, or it was closed before an answer began. `cut`: everything else.
   */
  readonly outcome: 'answered' | 'refused' | 'unreachable' | 'cut';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly generationId: string;
  readonly costNanos: bigint;
  readonly reason: string;
}

export interface Load {
  /** Ends when so many calls that began from now on were answered. */
  readonly waitForAnswers: (count: number) => Promise<void>;
  /** The calls that began since. */
  readonly since: (startMs: number) => readonly CallRecord[];
  /** Lets the calls under way end and begins no more. */
  readonly stop: () => Promise<readonly CallRecord[]>;
}

const answersTimeoutMs = 120_000;
const pauseMs = 200;

/** Plain and streamed calls without end, `parallel` at a time. */
export function startLoad(
  gateway: Gateway,
  { accounts, parallel }: { readonly accounts: readonly Account[]; readonly parallel: number },
): Load {
  const records: CallRecord[] = [];
  let isStopping = false;
  let count = 0;
  const work = async (): Promise<void> => {
    while (!isStopping) {
      const number = count++;
      const record = await makeCall(gateway, number, accounts[number % accounts.length]);
      records.push(record);
      if (record.outcome !== 'answered') await sleep(pauseMs);
    }
  };
  const workers = Array.from({ length: parallel }, work);
  const since = (startMs: number): readonly CallRecord[] =>
    records.filter(({ startedAtMs }) => startedAtMs >= startMs);
  return {
    since,
    waitForAnswers: async (wanted) => {
      const startMs = Date.now();
      const isThere = (): boolean =>
        since(startMs).filter(({ outcome }) => outcome === 'answered').length >= wanted;
      const what = `${wanted} answered calls`;
      await waitUntil(isThere, { timeoutMs: answersTimeoutMs, pollMs: 50, what });
    },
    stop: async () => {
      isStopping = true;
      await Promise.all(workers);
      return records;
    },
  };
}

async function makeCall(
  gateway: Gateway,
  number: number,
  account: Account | undefined,
): Promise<CallRecord> {
  if (account === undefined) throw new Error('a load needs accounts');
  const isStreaming = number % 2 === 0;
  const script = isStreaming ? 'tokens=5,chunk_delay_ms=40' : 'tokens=5,delay_ms=250';
  const body = {
    model: 'simulator/chat',
    messages: [{ role: 'user', content: `Call ${number} [[sim:${script}]]` }],
    max_tokens: 50,
    ...(isStreaming ? { stream: true } : {}),
  };
  const begun = { account, startedAtMs: Date.now() };
  const nothing = { status: 0, retryAfter: null, generationId: '', costNanos: 0n };
  try {
    const answer = await gateway.call('/v1/chat/completions', { bearer: account.key, body });
    return { ...begun, ...judge(answer, isStreaming) };
  } catch (error) {
    const { cause = error } = error as { cause?: unknown };
    const { code = '', message = String(cause) } = cause as { code?: string; message?: string };
    const isCut = error instanceof CutAnswerError || !unreachable.test(`${code} ${message}`);
    const outcome = isCut ? 'cut' : 'unreachable';
    return { ...begun, ...nothing, outcome, reason: `${code} ${message}` };
  }
}

/** A connection that was closed before a byte of an answer came. */
const unreachable = /ECONNREFUSED|ECONNRESET|EHOSTUNREACH|UND_ERR_CONNECT|other side closed/;

type Judged = Omit<CallRecord, 'account' | 'startedAtMs'>;

function judge(answer: GatewayAnswer, isStreaming: boolean): Judged {
  const { bytes, headers, status } = answer;
  const cost = status === 200 ? readCost(answer, isStreaming) : undefined;
  const isAnswered = cost !== undefined;
  return {
    outcome: isAnswered ? 'answered' : status === 200 ? 'cut' : 'refused',
    status,
    retryAfter: headers.get('retry-after'),
    generationId: headers.get('x-generation-id') ?? '',
    costNanos: isAnswered ? usdNumberToNanos(cost) : 0n,
    reason: isAnswered ? '' : bytes.toString('utf8').slice(-300),
  };
}

/** Undefined when a stream did not end as it must. */
function readCost({ bytes, json }: GatewayAnswer, isStreaming: boolean): number | undefined {
  const text = bytes.toString('utf8');
  if (isStreaming && !text.trimEnd().endsWith('data: [DONE]')) return undefined;
  const usage = (isStreaming ? readStreamUsage(text) : json['usage']) as Json | undefined;
  const cost = usage?.['cost'];
  return typeof cost === 'number' ? cost : undefined;
}

/** The usage of the last frame that has one. */
function readStreamUsage(text: string): unknown {
  const frames = text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Json);
  return frames.findLast((frame) => frame['usage'] !== undefined)?.['usage'];
}
