import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request, { type Test } from 'supertest';
import { Secret } from '@tollgate/config';
import { anonymousIdentity, createEdgeSigner, type CallerIdentity } from '@tollgate/identity';
import { makeId } from '@tollgate/ids';
import { createLifecycle } from '@tollgate/lifecycle';
import { createLogger, silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { collectLogs, createTestDatabase, type CollectedLogs } from '@tollgate/testing';
import type { VideoConfig } from '../../src/config';
import { connectNeighbours } from '../../src/neighbours';
import { start, type Settings } from '../../src/start';
import { startFakeProvider, type FakeProvider } from './fake-provider';
import { createFakeServices, makeCandidate, type FakeServices } from './fake-services';

const identitySecret = new Secret('identity secret of the video tests');
const credential = { secret: new Secret('service secret of the video tests.') };

export interface Instance {
  /** A request as the edge would pass it on. */
  readonly send: (method: 'get' | 'post', path: string, caller?: Partial<CallerIdentity>) => Test;
  readonly baseUrl: string;
  /** The headers with which the edge would send a read. */
  readonly signRead: (path: string) => Record<string, string>;
  readonly stop: () => Promise<void>;
}

export interface VideoUnderTest extends Instance {
  readonly fakes: FakeServices;
  readonly provider: FakeProvider;
  readonly sql: Database;
  readonly logs: CollectedLogs;
  readonly walletId: string;
  /** One more instance of the same service. */
  readonly startAnother: () => Promise<Instance>;
  /** Submits a job and gives its id. */
  readonly submit: (body?: Record<string, unknown>) => Promise<string>;
  /** Everything is this much later for the service. */
  readonly shiftClock: (ms: number) => void;
}

export interface StartVideoOptions {
  readonly haste?: number;
}

/** The whole service on a real Postgres, with a relay, a billing and a provider of the test. */
export async function startVideo({ haste = 1 }: StartVideoOptions = {}): Promise<VideoUnderTest> {
  const database = await createTestDatabase({ schemas: ['video'] });
  const objectDirectory = mkdtempSync(join(tmpdir(), 'tollgate-video-objects-'));
  const fakes = createFakeServices(credential);
  await fakes.part.start?.();
  const provider = await startFakeProvider();
  fakes.candidates = [makeCandidate(provider.baseUrl)];
  const logs = collectLogs();
  const logger = createLogger({ service: 'video', level: 'info', destination: logs.destination });
  const walletId = makeId('user');
  let offsetMs = 0;

  async function startInstance(): Promise<Instance> {
    const address = `127.0.0.1:${fakes.part.address().port}`;
    const config: VideoConfig = {
      bindHost: '127.0.0.1',
      httpPort: 0,
      internalPort: 0,
      logLevel: 'info',
      tracing: undefined,
      databaseUrl: database.urlOf('video'),
      credential,
      identitySecrets: [identitySecret],
      baseUrl: 'https://api.example.com',
      billingGrpcAddress: address,
      relayGrpcAddress: address,
      orgsGrpcAddress: address,
      objectStore: { adapter: 'disk', directory: objectDirectory },
      outbound: { allowCidrs: ['127.0.0.0/8'], allowsHttp: false },
      // The heap of a test worker also holds what earlier suites left.
      load: { loopDelayMsMax: 5_000, memoryMebibytesMax: 100_000, requestsMax: 10_000 },
      crashPointDirectory: '',
      haste,
    };
    const lifecycle = createLifecycle({ logger });
    const neighbours = connectNeighbours(config, logger);
    const settings: Settings = {
      config,
      logger,
      lifecycle,
      migrationsDirectory: join(__dirname, '../../migrations'),
      clock: { now: () => new Date(Date.now() + offsetMs) },
      // Every name of the tests is here.
      resolve: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    };
    const video = await start(settings, neighbours);
    const baseUrl = `http://127.0.0.1:${video.http.address().port}`;
    return {
      baseUrl,
      signRead: (path) => sign(makeIdentity(walletId), 'get', path),
      send: makeSend(baseUrl, walletId),
      stop: async () => {
        await lifecycle.stop();
        neighbours.close();
      },
    };
  }

  const first = await startInstance();
  const others: Instance[] = [];
  const sql = createDatabase({ url: database.urlOf('video'), name: 'test', logger: silentLogger });
  return {
    ...first,
    fakes,
    provider,
    sql,
    logs,
    walletId,
    startAnother: async () => {
      const other = await startInstance();
      others.push(other);
      return other;
    },
    submit: async (body = {}) => {
      const sent = { model: 'acme/video', prompt: 'A gate in the rain', ...body };
      const answer = await first.send('post', '/v1/videos').send(sent);
      if (answer.status !== 202) throw new Error(`a submit was refused: ${answer.text}`);
      return (answer.body as { id: string }).id;
    },
    shiftClock: (ms) => {
      offsetMs += ms;
    },
    stop: async () => {
      await Promise.all([first, ...others].map((instance) => instance.stop()));
      await provider.stop();
      await fakes.part.stop?.();
      await sql.close();
      await database.drop();
      rmSync(objectDirectory, { recursive: true, force: true });
    },
  };
}

const sign = createEdgeSigner(identitySecret, 'video');

function makeIdentity(walletId: string, caller: Partial<CallerIdentity> = {}): CallerIdentity {
  return {
    ...anonymousIdentity,
    kind: 'standard_key',
    userId: walletId,
    keyId: 'key_1',
    walletId,
    ...caller,
  };
}

function makeSend(baseUrl: string, ownWallet: string): Instance['send'] {
  return (method, path, caller) =>
    request(baseUrl)
      [method](path)
      .set(sign(makeIdentity(ownWallet, caller), method, path));
}
