import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority, makeCertificate, waitUntil } from '@tollgate/testing';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { callDialect, dialectNames } from '../test/support/dialects';
import { startGateway } from '../test/support/gateway';
import { openOrgDesk } from '../test/support/org-desk';
import { submitVideo, waitForVideo } from '../test/support/videos';

const services = ['auth', 'billing', 'orgs', 'relay', 'video', 'audit', 'edge', 'simulator'];
const directory = mkdtempSync(join(tmpdir(), 'tollgate-inner-tls-'));
const model = 'simulator/chat';

/** Every service gets a certificate of its own, signed by a new authority. */
function writeCertificates(): void {
  const authority = makeAuthority('the authority of the services');
  writeFileSync(join(directory, 'authority.crt'), authority.cert);
  for (const name of services) {
    const { cert, key } = makeCertificate([name, '127.0.0.1'], authority);
    writeFileSync(join(directory, `${name}.crt`), cert);
    writeFileSync(join(directory, `${name}.key`), key);
  }
}

let gateway: Awaited<ReturnType<typeof startGateway>>;
let account: Account;
beforeAll(async () => {
  writeCertificates();
  gateway = await startGateway({ environment: { TLS_DIR: directory, SHAPE: 'apart' } });
  account = await openAccount(gateway);
});
afterAll(async () => {
  await gateway?.end();
  rmSync(directory, { recursive: true });
});

const callAll = () =>
  Promise.all(
    dialectNames.flatMap((dialect) =>
      [true, false].map((isStreaming) =>
        callDialect(gateway, dialect, { bearer: account.key, model, isStreaming }),
      ),
    ),
  );

describe('services with mutual TLS between them', () => {
  it('serve accounts, organizations, calls of every dialect and videos', async () => {
    expect((await callAll()).map(({ status }) => status)).toEqual(Array(6).fill(200));
    await openOrgDesk(gateway);
    const { json, status } = await submitVideo(gateway, { bearer: account.key });
    expect(status).toBe(202);
    const job = { bearer: account.key, id: String(json.id) };
    expect(await waitForVideo(gateway, job)).toMatchObject({ status: 'completed' });
    expect((await readSettledCredits(gateway, account.key)).usage).toBeGreaterThan(0n);
  });

  it('do not answer a request without a certificate', async () => {
    const code = await new Promise((resolve) => {
      const port = gateway.portOf('billing-http');
      get({ host: '127.0.0.1', port, path: '/v1/credits' }, ({ statusCode }) =>
        resolve(statusCode),
      ).on('error', ({ message }) => resolve(message));
    });
    expect(String(code)).toMatch(/socket hang up|ECONNRESET/);
  });

  it('exchange all certificates, and the authority, while they run', async () => {
    const pids = gateway.credentials().pids;
    writeCertificates();
    // Until every service has read its files, some do not believe each other.
    await waitUntil(
      async () => {
        const fresh = await openAccount(gateway).catch(() => undefined);
        const answers = fresh === undefined ? [] : await callAll();
        return answers.length > 0 && answers.every(({ status }) => status === 200);
      },
      { timeoutMs: 60_000, pollMs: 1_000, what: 'calls with the new certificates' },
    );
    expect(gateway.credentials().pids).toEqual(pids);
  });
});
