import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBenchSite } from './bench-site';
import { dialectCases, type DialectCase } from './dialect-cases';
import type { Gateway } from './gateway';
import { measureStreamMemory } from './measure-stream-memory';
import { runLoad, runStreamLoad } from './processes';
import { median, percentile } from './statistics';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** As long as a paced stream takes: each begins when another ends, never many at once. */
const warmupMs = 3_000;
const measureMs = 5_000;
const openStreams = 200;
const heldStreams = 1_000;
const busyStreams = 32;
/** 3 seconds: slow enough that the time to the first token is waited for, not queued for. */
const pacedScript = '[[sim:tokens=20,chunk_delay_ms=150]]';
/** Every token in a packet of its own, as providers send them, and as many as go through. */
const steadyScript = '[[sim:tokens=300,chunk_delay_ms=1]]';
/** Hundreds of tokens in a packet: no provider is so fast, but it shows what a token costs us. */
const burstScript = '[[sim:tokens=1000]]';

const firstTokenMsMax = 3;
const tokensRatioMin = 0.7;
const bytesPerStreamMax = 64 * 1_024;

interface CaseFigures {
  readonly name: string;
  /** Median time to the first token with 200 streams open: ours minus the yardstick's. */
  readonly addedFirstTokenMs: number;
  /** Tokens per second of 200 streams. */
  readonly tokensRatio: number;
  readonly burstRatio: number;
  readonly requestsRatio: number;
}

interface Target {
  readonly url: string;
  readonly bearers: readonly string[];
  readonly model: string;
  readonly makeBody: DialectCase['makeBody'];
  readonly tokenMark: string;
}

/** Translation and many streams against a bare proxy: `npm run bench -- dialects`. */
export async function measureDialects(): Promise<void> {
  const site = await startBenchSite();
  const { gateway, yardstick } = site;
  try {
    const memory = await measureStreamMemory(gateway, heldStreams);
    const figures: CaseFigures[] = [];
    for (const one of dialectCases) {
      figures.push(await measureCase(one, gateway, yardstick.url));
    }
    report(figures, memory);
  } finally {
    await site.stop();
  }
}

async function measureCase(
  one: DialectCase,
  gateway: Gateway,
  yardstickUrl: string,
): Promise<CaseFigures> {
  const ours: Target = {
    url: gateway.baseUrl + one.gatewayPath,
    bearers: gateway.bearers,
    model: one.gatewayModel,
    makeBody: one.makeBody,
    tokenMark: one.gatewayMark,
  };
  const bare: Target = {
    url: yardstickUrl + one.providerPath,
    bearers: ['bench'],
    model: one.providerModel,
    makeBody: one.makeProviderBody,
    tokenMark: one.providerMark,
  };
  // Compiled code is what users meet: the first seconds of a process are not measured.
  for (const target of [bare, ours]) {
    await runStreams(target, openStreams, pacedScript);
    await runStreams(target, busyStreams, burstScript);
    await measureRequests(target);
  }
  const added: number[] = [];
  const tokens: number[] = [];
  const bursts: number[] = [];
  const requests: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const slow = [await measureFirstToken(bare), await measureFirstToken(ours)] as const;
    added.push(slow[1] - slow[0]);
    const steady = [await measureSteady(bare), await measureSteady(ours)] as const;
    tokens.push(steady[1] / steady[0]);
    const burst = [await measureBurst(bare), await measureBurst(ours)] as const;
    bursts.push(burst[1] / burst[0]);
    const plain = [await measureRequests(bare), await measureRequests(ours)] as const;
    requests.push(plain[1] / plain[0]);
    console.log(
      `round ${round}/${rounds}  ${one.name.padEnd(22)} first token ${slow[0].toFixed(1)} -> ` +
        `${slow[1].toFixed(1)} ms, ${steady[0].toFixed(0)} -> ${steady[1].toFixed(0)} tokens/s, ` +
        `burst ${burst[0].toFixed(0)} -> ${burst[1].toFixed(0)} tokens/s, ` +
        `${plain[0].toFixed(0)} -> ${plain[1].toFixed(0)} req/s`,
    );
  }
  return {
    name: one.name,
    addedFirstTokenMs: median(added),
    tokensRatio: median(tokens),
    burstRatio: median(bursts),
    requestsRatio: median(requests),
  };
}

async function measureFirstToken(target: Target): Promise<number> {
  return percentile((await runStreams(target, openStreams, pacedScript)).firstTokenMs, 50);
}

async function measureSteady(target: Target): Promise<number> {
  const { seconds, tokens } = await runStreams(target, openStreams, steadyScript);
  return tokens / seconds;
}

async function measureBurst(target: Target): Promise<number> {
  const { seconds, tokens } = await runStreams(target, busyStreams, burstScript);
  return tokens / seconds;
}

async function runStreams(
  target: Target,
  streams: number,
  script: string,
): ReturnType<typeof runStreamLoad> {
  const { bearers, makeBody, model, tokenMark, url } = target;
  const body = makeBody(model, `Tell me of the gate. ${script}`, true);
  const plan = { url, bearers, body, streams, tokenMark, firstText: 'The', warmupMs, measureMs };
  const result = await runStreamLoad(plan);
  if (result.failures > 0)
    throw new Error(`${url}: ${result.failures} failed: ${result.firstFailure}`);
  return result;
}

async function measureRequests({ bearers, makeBody, model, url }: Target): Promise<number> {
  const body = makeBody(model, 'Tell me of the gate.', false);
  const plan = { url, bearers, body, connections: busyStreams, warmupMs: 700, measureMs: 3_000 };
  const result = await runLoad(plan);
  if (result.failures > 0)
    throw new Error(`${url}: ${result.failures} failed: ${result.firstFailure}`);
  return result.requests / result.seconds;
}

function report(figures: readonly CaseFigures[], bytesPerStream: number): void {
  writeFileSync(
    join('.data', 'bench-dialects.json'),
    `${JSON.stringify({ figures, bytesPerStream, node: process.version }, null, 2)}\n`,
  );
  console.log('');
  for (const { addedFirstTokenMs, burstRatio, name, requestsRatio, tokensRatio } of figures) {
    console.log(
      `${name.padEnd(22)} first token +${addedFirstTokenMs.toFixed(2)} ms (at most ` +
        `${firstTokenMsMax}), tokens/s ${tokensRatio.toFixed(2)} (in bursts ${burstRatio.toFixed(2)}), ` +
        `plain req/s ${requestsRatio.toFixed(2)}`,
    );
  }
  const [passed] = figures;
  console.log(
    `bench: tokens_ratio=${passed?.tokensRatio.toFixed(2)} (at least ${tokensRatioMin}) ` +
      `added_ttft_ms=${passed?.addedFirstTokenMs.toFixed(2)} (at most ${firstTokenMsMax}) ` +
      `bytes_per_stream=${bytesPerStream.toFixed(0)} (at most ${bytesPerStreamMax})`,
  );
}
