import { runLoad } from './processes';
import { readFigures, type Figures } from './statistics';

export interface CallPlan {
  readonly baseUrl: string;
  readonly bearers: readonly string[];
  readonly warmupMs: number;
  readonly measureMs: number;
}

const connections = 32;

const body = JSON.stringify({
  model: 'simulator/chat',
  messages: [{ role: 'user', content: 'Tell me in a few words why the gate has a toll.' }],
  max_tokens: 256,
});

/** Plain chat calls, one after the other on every connection. */
export async function measureCalls(plan: CallPlan): Promise<Figures> {
  const { baseUrl, bearers, measureMs, warmupMs } = plan;
  const url = `${baseUrl}/v1/chat/completions`;
  const result = await runLoad({ url, body, connections, bearers, measureMs, warmupMs });
  if (result.failures > 0) throw new Error(`calls failed: ${result.firstFailure}`);
  return readFigures(result);
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
