import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, type KafkaSettings } from '@tollgate/config';
import { getFreePort, resolveKafka, startKafka } from '@tollgate/embedded';
import { silentLogger } from '@tollgate/observability';
import { describeWithKafka, makeAuthority, makeCertificate, waitUntil } from '@tollgate/testing';
import type { EventLog } from '../event-log';
import { createKafkaEventLog } from './kafka-event-log';

const authority = makeAuthority('the authority of the brokers');
const username = 'tollgate';
const password = 'a-long-word-for-the-brokers';
const patience = { timeoutMs: 60_000, what: 'the events' };

describeWithKafka('a broker with TLS and a sign-in', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-kafka-'));
  const logs: EventLog[] = [];
  let broker: Awaited<ReturnType<typeof startKafka>> | undefined;
  let securePort = 0;

  beforeAll(async () => {
    securePort = await getFreePort();
    broker = await startKafka({
      classPath: await resolveKafka(),
      directory,
      port: await getFreePort(),
      controllerPort: await getFreePort(),
      logFile: join(directory, 'kafka.log'),
      secure: {
        port: securePort,
        username,
        password,
        ...makeCertificate('127.0.0.1', authority),
      },
    });
  }, 240_000);
  afterEach(() => Promise.all(logs.splice(0).map((log) => log.close())));
  afterAll(async () => {
    await broker?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  function open(changed: Partial<KafkaSettings>): EventLog {
    const sasl = { mechanism: 'scram-sha-512' as const, username, password: new Secret(password) };
    const tls = { ca: authority.cert };
    const log = createKafkaEventLog({
      brokers: [`127.0.0.1:${securePort}`],
      clientId: 'test',
      logger: silentLogger,
      sessionTimeoutMs: 6_000,
      settings: { tls, sasl, replicas: 1, insyncReplicasMin: 1, ...changed },
    });
    logs.push(log);
    return log;
  }

  it.each(['scram-sha-512', 'plain'] as const)(
    'takes and gives events with %s',
    async (mechanism) => {
      const log = open({ sasl: { mechanism, username, password: new Secret(password) } });
      const topic = `events-${mechanism}`;
      const received: string[] = [];
      await log.publish(topic, [{ id: 'e1', key: 'k', payload: Buffer.from('hello') }]);
      await log.subscribe({
        topic,
        group: 'readers',
        handle: async (events) => void received.push(...events.map(({ id }) => id)),
      });
      await waitUntil(() => received.length > 0, patience);
      expect(received).toEqual(['e1']);
    },
  );

  it('refuses a wrong password', async () => {
    const sasl = { mechanism: 'plain' as const, username, password: new Secret('another word') };
    await expect(open({ sasl }).checkHealth()).rejects.toThrow();
  });

  it('is not believed when another authority signed its certificate', async () => {
    const tls = { ca: makeAuthority('another authority').cert };
    await expect(open({ tls }).checkHealth()).rejects.toThrow();
  });

  it('does not answer without TLS', async () => {
    await expect(open({ tls: undefined }).checkHealth()).rejects.toThrow();
  });
});
