import { runLoad } from './processes';
import { readFigures, type Figures } from './statistics';

export interface CallPlan {
  readonly baseUrl: string;
  readonly bearers: readonly string[];
  readonly warmupMs: number;
  readonly measureMs: number;
  /** 32 if absent. */
  readonly connections?: number;
  /** As many as are answered if absent. */
  readonly callsPerSecond?: number;
  /** Whether the answers are streams; they are not if absent. */
  readonly isStreaming?: boolean;
}

/** With all calls that were answered, also those of the warm-up. */
export type MeasuredCalls = Figures & { readonly answered: number };

const manyConnections = 32;

function makeBody(isStreaming: boolean): string {
  return JSON.stringify({
    model: 'simulator/chat',
    messages: [{ role: 'user', content: 'Tell me in a few words why the gate has a toll.' }],
    max_tokens: 256,
    ...(isStreaming ? { stream: true, stream_options: { include_usage: true } } : {}),
  });
}

/** Chat calls, one after the other on every connection. */
export async function measureCalls(plan: CallPlan): Promise<MeasuredCalls> {
  const { baseUrl, bearers, callsPerSecond, connections = manyConnections } = plan;
  const body = makeBody(plan.isStreaming ?? false);
  const { measureMs, warmupMs } = plan;
  const url = `${baseUrl}/v1/chat/completions`;
  const pace = callsPerSecond === undefined ? {} : { callsPerSecond };
  const result = await runLoad({ url, body, connections, bearers, measureMs, warmupMs, ...pace });
  if (result.failures > 0) throw new Error(`calls failed: ${result.firstFailure}`);
  return { ...readFigures(result), answered: result.answered };
}

export function reportFigures(name: string, { p50Ms, p99Ms, requestsPerSecond }: Figures): void {
  console.log(
    `${name}: ${requestsPerSecond.toFixed(0)} req/s, ` +
      `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`,
  );
}

/** The busy callers must not notice what was added around them. */
const ratioMin = 0.9;

export function reportRatio(name: string, after: Figures, before: Figures): void {
  const ratio = after.requestsPerSecond / before.requestsPerSecond;
  console.log(`bench: ${name}_ratio=${ratio.toFixed(2)} (at least ${ratioMin})`);
  if (!(ratio >= ratioMin)) process.exitCode = 1;
}
