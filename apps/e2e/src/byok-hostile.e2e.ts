import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts, type Account } from '../test/support/accounts';
import { openByokDesk, type ByokDesk, type OrgKey } from '../test/support/byok-desk';
import { chat } from '../test/support/chat';
import { startGateway } from '../test/support/gateway';
import { hostileAnswers, startCanary } from '../test/support/hostile-answers';
import { startOwnProvider, type OwnProvider } from '../test/support/own-provider';
import { measureGrowth } from '../test/support/read-memory';
import { startVictim, type VictimReport } from '../test/support/victim';

const mebibyte = 1024 * 1024;
/** For what else happens on a machine with few cores. */
const noiseMs = 500;
const rounds = 3;
const tries = 3;

/** Of its own: an organization does what it can to it. */
let gateway: Awaited<ReturnType<typeof startGateway>>;
let provider: OwnProvider;
let canary: Awaited<ReturnType<typeof startCanary>>;
let desk: ByokDesk;
let orgKey: OrgKey;
let victims: readonly Account[];
let baseline: VictimReport;

/** A model of the catalog for each behaviour of the provider. */
const models = new Map<string, string>();
/** Names of upstream models have no spaces. */
const nameUpstream = (name: string): string => name.replaceAll(/[^\w.-]/g, '-');

beforeAll(async () => {
  gateway = await startGateway({
    environment: {
      OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
      UPSTREAM_FIRST_BYTE_MS: '3000',
      UPSTREAM_IDLE_MS: '2000',
      SHED_LOOP_DELAY_MS: '30000',
    },
  });
  [provider, canary] = await Promise.all([startOwnProvider(), startCanary()]);
  const answers = new Map(
    Object.entries(hostileAnswers).map(([name, answer]) => [nameUpstream(name), answer]),
  );
  provider.behave((response, { body }) => answers.get(body.model)?.(response, canary.url));
  const { json } = await gateway.call('/v1/models');
  const ids = (json.data as { id: string }[]).map(({ id }) => id);
  for (const [index, name] of Object.keys(hostileAnswers).entries())
    models.set(name, ids[index] ?? '');
  desk = await openByokDesk(gateway, 20);
  orgKey = await desk.makeKey();
  await desk.add({
    name: 'Hostile',
    baseUrl: provider.url,
    apiKey: 'sk-hostile',
    fallbackMode: 'strict',
    modelMappings: [...models].map(([name, model]) => ({
      model,
      upstreamModel: nameUpstream(name),
    })),
  });
  victims = await openAccounts(gateway, 6);
  // Once for warmth, once for the record.
  await measureBaseline(1_000);
  await measureBaseline(5_000);
});

/** How long calls take without an attack. */
async function measureBaseline(ms: number): Promise<void> {
  const victim = startVictim(gateway, victims);
  await sleep(ms);
  baseline = await victim.stop();
}

afterAll(async () => {
  provider.stop();
  canary.stop();
  await gateway.end();
});

/** What a call by the hostile provider ends with: a status and whether it failed. */
async function callHostile(name: string, isStreaming: boolean): Promise<[number, boolean]> {
  const { error, status } = await chat(gateway, {
    bearer: orgKey.key,
    isStreaming,
    body: { model: models.get(name), max_tokens: 20 },
  });
  return [status, error !== undefined];
}

const names = Object.keys(hostileAnswers);
const relayPid = (): number => gateway.credentials().pids['relay'] ?? 0;

describe('a hostile provider of an organization', () => {
  it.each(names)('with its %s gets nothing but a failed call', async (name) => {
    const status = name === 'slow drip' ? 504 : 502;
    expect(await callHostile(name, false)).toEqual([status, true]);
    const [streamed, hasFailed] = await callHostile(name, true);
    expect(hasFailed).toBe(true);
    expect([200, status]).toContain(streamed);
    expect(canary.count()).toBe(0);
  });

  /** A real slowdown shows in every try; on a busy machine the best try counts. */
  it('harms no other caller, and fills no memory', async () => {
    let isSlow = await attack();
    for (let again = 1; again < tries && isSlow; again++) {
      // The machine may have become slower since.
      await measureBaseline(5_000);
      isSlow = await attack();
    }
    expect(isSlow).toBe(false);
    expect(await desk.readCredits()).toMatchObject({ balance: 20, totalUsage: 0 });
  });

  /** No other call fails and memory stays bounded; returns whether the others were slower. */
  async function attack(): Promise<boolean> {
    const victim = startVictim(gateway, victims);
    const outcomes: boolean[] = [];
    const { grownBytes, result: report } = await measureGrowth(relayPid(), async () => {
      for (let round = 0; round < rounds; round++) {
        const calls = names.flatMap((name) => [callHostile(name, false), callHostile(name, true)]);
        outcomes.push(...(await Promise.all(calls)).map(([, hasFailed]) => hasFailed));
      }
      return victim.stop();
    });
    expect(outcomes.every(Boolean)).toBe(true);
    // The hostile provider lives in this very process, and makes it late as well.
    const p99MsMax = 2 * baseline.p99Ms + noiseMs + report.ownDelayMs;
    expect(report.failures).toEqual([]);
    expect(grownBytes / mebibyte).toBeLessThan(160);
    expect(canary.count()).toBe(0);
    return report.p99Ms > p99MsMax || report.p50Ms > 2 * baseline.p50Ms + 50;
  }
});
