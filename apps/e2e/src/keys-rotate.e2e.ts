import { randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { openByokDesk } from '../test/support/byok-desk';
import { simulatorModel } from '../test/support/chat';
import { startGateway } from '../test/support/gateway';
import { ownText, startOwnProvider, type OwnProvider } from '../test/support/own-provider';
import { runStackCommand } from '../test/support/run-stack-command';
import { readSecrets } from '../test/support/second-edge';

type Running = Awaited<ReturnType<typeof startGateway>>;

/** The provider of the test is on this machine. */
const shared = { SHAPE: 'together', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' };
const next = { secrets: randomBytes(32).toString('hex'), byok: randomBytes(32).toString('hex') };
let provider: OwnProvider;
let gateway: Running | undefined;
beforeAll(async () => {
  provider = await startOwnProvider();
});
afterAll(async () => {
  await gateway?.end();
  provider.stop();
});

/** The same data with other keys. */
async function restart(environment: Record<string, string>): Promise<Running> {
  const before = gateway;
  await before?.stack.stop();
  gateway = undefined;
  const options = before === undefined ? {} : { dataDirectory: before.dataDirectory };
  gateway = await startGateway({ ...options, environment: { ...shared, ...environment } });
  return gateway;
}

/** What `npm run keys:rotate` says, and its exit code. */
async function rotate(environment: Record<string, string>): Promise<string> {
  const stores = gateway ?? { dataDirectory: '' };
  const { exitCode, output } = await runStackCommand(stores, 'keys-rotate', environment);
  return `${output}exit ${exitCode}`;
}

describe('the keys that seal provider keys', () => {
  it('are replaced without losing one of them', async () => {
    const first = await restart({});
    const secret = readSecrets(first);
    const old = { secrets: secret('secretsKey'), byok: secret('byokMasterKey') };
    const platform = await first.operate('/api/admin/provider-keys', {
      body: {
        provider: 'acme',
        baseUrl: provider.url,
        protocol: 'openai',
        apiKey: 'sk-of-the-platform-1234',
      },
    });
    const desk = await openByokDesk(first, 10);
    await desk.add({
      name: 'own',
      baseUrl: provider.url,
      apiKey: 'sk-of-the-organization-1234',
      modelMappings: [{ model: simulatorModel, upstreamModel: 'house-model' }],
    });
    const { key } = await desk.makeKey();
    const expectToWork = async (running: Running): Promise<void> => {
      const body = { model: simulatorModel, messages: [{ role: 'user', content: 'hello' }] };
      // A new policy is in force everywhere after some moments.
      await waitUntil(
        async () => {
          const answer = await running.call('/v1/chat/completions', { bearer: key, body });
          return answer.text.includes(ownText);
        },
        { timeoutMs: 30_000, what: 'the answer of the own provider' },
      );
      expect(provider.seen.at(-1)?.headers.authorization).toContain('sk-of-the-organization');
      const test = await running.operate(`/api/admin/provider-keys/${platform.id}/test`, {
        method: 'POST',
      });
      expect(test.ok).toBe(true);
    };
    await expectToWork(first);

    const both = {
      SECRETS_KEY: `${next.secrets},${old.secrets}`,
      BYOK_MASTER_KEY: `k2:${next.byok},k1:${old.byok}`,
    };
    await expectToWork(await restart(both));
    const report = await rotate(both);
    expect(report).toMatch(/^provider keys: [1-9]\d* sealed again/m);
    expect(report).toMatch(/^provider keys of organizations: 1 sealed again/m);
    expect(report).toContain('exit 0');
    expect(await rotate(both)).toMatch(/^provider keys: 0 sealed again/m);

    const alone = { SECRETS_KEY: next.secrets, BYOK_MASTER_KEY: `k2:${next.byok}` };
    await expectToWork(await restart(alone));
    expect(await rotate({ ...both, SECRETS_KEY: old.secrets })).toMatch(/no key opens .*exit 1/s);
  }, 240_000);
});
