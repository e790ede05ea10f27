import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import {
  getFreePort,
  makeClusterId,
  resolveKafka,
  startKafka,
  waitUntil,
  type KafkaOptions,
} from '@tollgate/embedded';
import { makeAuthority, makeCertificate } from './make-certificate';

/** Three brokers with TLS and a sign-in; an event is on two of them before it is acknowledged. */
export interface KafkaCluster {
  /** For the services. */
  readonly environment: Readonly<Record<string, string>>;
  /** The broker that leads most partitions of the topic, by its place from 0. */
  readonly findLeader: (topic: string) => Promise<number>;
  readonly kill: (broker: number) => Promise<void>;
  readonly restart: (broker: number) => Promise<void>;
  /** Its connections stay open and nothing passes, as in a partition of the network. */
  readonly freeze: (broker: number) => void;
  readonly thaw: (broker: number) => void;
  /** Until every partition has so many copies in sync, and a leader among them. */
  readonly waitForCopies: (count: number) => Promise<void>;
  /** Until the others have taken it for dead: it leads nothing and has no copy in sync. */
  readonly waitUntilOut: (broker: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

type Server = Awaited<ReturnType<typeof startKafka>>;

const brokerCount = 3;
const username = 'tollgate';
const password = 'a-long-word-for-the-brokers';
const patience = { timeoutMs: 180_000, pollMs: 500 };
const requestTimeoutMs = 3_000;

export async function startKafkaCluster(): Promise<KafkaCluster> {
  const home = mkdtempSync(join(tmpdir(), 'tollgate-brokers-'));
  const authority = makeAuthority('the authority of the brokers');
  const caFile = join(home, 'authority.crt');
  writeFileSync(caFile, authority.cert);
  const access = { username, password, ...makeCertificate('127.0.0.1', authority) };
  const plans = await planBrokers(home, access);
  const servers = new Map<number, Server>();
  const getServer = (broker: number): Server => {
    const server = servers.get(broker);
    if (server === undefined) throw new Error(`broker ${broker} does not run`);
    return server;
  };
  const start = async (broker: number): Promise<void> => {
    const plan = plans[broker];
    if (plan === undefined) throw new RangeError(`there is no broker ${broker}`);
    servers.set(broker, await startKafka(plan));
  };
  const stop = async (): Promise<void> => {
    // A frozen process cannot be asked to stop.
    for (const { pid, isRunning } of servers.values())
      if (isRunning()) process.kill(pid, 'SIGCONT');
    await Promise.all([...servers.values()].map((server) => server.stop()));
    rmSync(home, { recursive: true, force: true });
  };
  const started = await Promise.allSettled(plans.map((_, broker) => start(broker)));
  const failed = started.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await stop();
    throw failed.reason;
  }
  const seeds = plans.map(({ port }) => `127.0.0.1:${port}`);
  return {
    environment: makeEnvironment(plans, caFile),
    findLeader: async (topic) => (await readLeaders(seeds, topic)) - 1,
    kill: async (broker) => {
      process.kill(getServer(broker).pid, 'SIGKILL');
      await getServer(broker).exited;
    },
    restart: start,
    freeze: (broker) => void process.kill(getServer(broker).pid, 'SIGSTOP'),
    thaw: (broker) => void process.kill(getServer(broker).pid, 'SIGCONT'),
    waitForCopies: async (count) => {
      const what = `${count} copies in sync of every partition`;
      await waitUntil(() => haveCopies(seeds, count), { ...patience, what });
    },
    waitUntilOut: async (broker) => {
      const others = seeds.filter((_, index) => index !== broker);
      const what = `partitions without broker ${broker}`;
      await waitUntil(() => isOut(others, broker + 1), { ...patience, what });
    },
    stop,
  };
}

function makeEnvironment(plans: readonly KafkaOptions[], caFile: string): Record<string, string> {
  return {
    EVENT_LOG: 'kafka',
    KAFKA_BROKERS: plans.map(({ secure }) => `127.0.0.1:${secure?.port}`).join(','),
    KAFKA_TLS: '1',
    KAFKA_CA_FILE: caFile,
    KAFKA_SASL: 'scram-sha-512',
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password,
    KAFKA_REPLICAS: String(brokerCount),
    KAFKA_MIN_INSYNC_REPLICAS: '2',
  };
}

async function planBrokers(
  home: string,
  access: Omit<NonNullable<KafkaOptions['secure']>, 'port'>,
): Promise<KafkaOptions[]> {
  const classPath = await resolveKafka();
  const clusterId = makeClusterId();
  const nodeIds = Array.from({ length: brokerCount }, (_, index) => index + 1);
  const controllerPorts: number[] = [];
  for (const _ of nodeIds) controllerPorts.push(await getFreePort());
  const plans: KafkaOptions[] = [];
  for (const nodeId of nodeIds) {
    plans.push({
      classPath,
      directory: join(home, `broker-${nodeId}`),
      port: await getFreePort(),
      controllerPort: controllerPorts[nodeId - 1] ?? 0,
      logFile: join(home, `broker-${nodeId}.log`),
      secure: { ...access, port: await getFreePort() },
      cluster: { nodeId, clusterId, controllerPorts, replicas: brokerCount, insyncReplicasMin: 2 },
    });
  }
  return plans;
}

type Metadata = Awaited<ReturnType<ReturnType<Kafka['admin']>['fetchTopicMetadata']>>;

async function readMetadata(brokers: readonly string[]): Promise<Metadata> {
  const kafka = new Kafka({
    clientId: 'tollgate-testing',
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
    connectionTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    retry: { retries: 2 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await admin.fetchTopicMetadata();
  } finally {
    await admin.disconnect();
  }
}

async function haveCopies(brokers: readonly string[], count: number): Promise<boolean> {
  const { topics } = await readMetadata(brokers);
  const partitions = topics.flatMap((topic) => topic.partitions);
  return partitions.every(({ isr, leader }) => isr.length >= count && isr.includes(leader));
}

async function isOut(brokers: readonly string[], nodeId: number): Promise<boolean> {
  const { topics } = await readMetadata(brokers);
  const partitions = topics.flatMap((topic) => topic.partitions);
  return partitions.every(({ isr, leader }) => leader !== nodeId && !isr.includes(nodeId));
}

async function readLeaders(brokers: readonly string[], topic: string): Promise<number> {
  const { topics } = await readMetadata(brokers);
  const counts = new Map<number, number>();
  for (const { leader } of topics.find(({ name }) => name === topic)?.partitions ?? []) {
    counts.set(leader, (counts.get(leader) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  if (first === undefined) throw new Error(`there is no topic ${topic}`);
  return first[0];
}
