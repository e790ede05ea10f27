import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
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
import {
  getBrokerHostName,
  startKafkaNetwork,
  writeHostsFile,
  type BrokerPorts,
} from './kafka-network';
import { makeAuthority, makeCertificate } from './make-certificate';

/** Three brokers with TLS and a sign-in; an event is on two of them before it is acknowledged. */
export interface KafkaCluster {
  /** For the services. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The broker that leads most partitions of the topic, by its place from 0: what the broker in
   * question says, or the first one.
   */
  readonly findLeader: (topic: string, askedBroker?: number) => Promise<number>;
  readonly kill: (broker: number) => Promise<void>;
  readonly restart: (broker: number) => Promise<void>;
  /**
   * Partitions the network: the broker runs on, and nothing passes between it and clients, other
   * brokers and controllers. Only this test can still reach it.
   */
  readonly cut: (broker: number) => void;
  readonly heal: (broker: number) => void;
  /** Until every broker says that each partition has so many copies in sync, and a leader. */
  readonly waitForCopies: (count: number) => Promise<void>;
  /** Until each of the others says that it leads nothing and has no copy in sync. */
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
  const ports = await choosePorts();
  const plans = await planBrokers(home, access, ports);
  const network = await startKafkaNetwork(ports);
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
    // A broker waits for the controllers when it stops.
    for (const broker of plans.keys()) network.heal(broker);
    await Promise.all([...servers.values()].map((server) => server.stop()));
    await network.stop();
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
    environment: makeEnvironment(ports, caFile),
    findLeader: async (topic, askedBroker = 0) =>
      (await readLeader(seeds[askedBroker] ?? '', topic)) - 1,
    kill: async (broker) => {
      process.kill(getServer(broker).pid, 'SIGKILL');
      await getServer(broker).exited;
    },
    restart: start,
    ...network,
    waitForCopies: async (count) => {
      const what = `${count} copies in sync of every partition`;
      const haveCopies = ({ isr, leader }: Partition): boolean =>
        isr.length >= count && isr.includes(leader);
      await waitUntil(() => allSay(seeds, haveCopies), { ...patience, what });
    },
    waitUntilOut: async (broker) => {
      const others = seeds.filter((_, index) => index !== broker);
      const what = `partitions without broker ${broker}`;
      const isOut = ({ isr, leader }: Partition): boolean =>
        leader !== broker + 1 && !isr.includes(broker + 1);
      await waitUntil(() => allSay(others, isOut), { ...patience, what });
    },
    stop,
  };
}

function makeEnvironment(ports: readonly BrokerPorts[], caFile: string): Record<string, string> {
  return {
    EVENT_LOG: 'kafka',
    KAFKA_BROKERS: ports.map(({ advertised }) => `127.0.0.1:${advertised}`).join(','),
    KAFKA_TLS: '1',
    KAFKA_CA_FILE: caFile,
    KAFKA_SASL: 'scram-sha-512',
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password,
    KAFKA_REPLICAS: String(brokerCount),
    KAFKA_MIN_INSYNC_REPLICAS: '2',
  };
}

async function choosePorts(): Promise<BrokerPorts[]> {
  const ports: BrokerPorts[] = [];
  for (let broker = 0; broker < brokerCount; broker += 1) {
    const [own, controller] = [await getFreePort(), await getFreePort()];
    const [secure, advertised] = [await getFreePort(), await getFreePort()];
    ports.push({ broker: own, controller, secure, advertised });
  }
  return ports;
}

async function planBrokers(
  home: string,
  access: Omit<NonNullable<KafkaOptions['secure']>, 'port'>,
  ports: readonly BrokerPorts[],
): Promise<KafkaOptions[]> {
  const classPath = await resolveKafka();
  const clusterId = makeClusterId();
  const controllerPorts = ports.map(({ controller }) => controller);
  const hostNames = ports.map((_, broker) => getBrokerHostName(broker));
  const plans: KafkaOptions[] = [];
  for (const [index, { advertised, broker, controller, secure }] of ports.entries()) {
    const nodeId = index + 1;
    plans.push({
      classPath,
      directory: join(home, `broker-${nodeId}`),
      port: await getFreePort(),
      controllerPort: controller,
      logFile: join(home, `broker-${nodeId}.log`),
      secure: { ...access, port: secure, advertisedPort: advertised },
      cluster: {
        ...{ nodeId, clusterId, controllerPorts, replicas: brokerCount, insyncReplicasMin: 2 },
        network: { hostNames, brokerPort: broker },
      },
      hostsFile: writeHostsFile(home, index, brokerCount),
    });
  }
  return plans;
}

type Metadata = Awaited<ReturnType<ReturnType<Kafka['admin']>['fetchTopicMetadata']>>;
type Partition = Metadata['topics'][number]['partitions'][number];

/** As this broker knows it: the client asks any broker that it has found, so it finds no other. */
async function readMetadata(broker: string): Promise<Metadata> {
  const [host = '', port] = broker.split(':');
  const kafka = new Kafka({
    clientId: 'tollgate-testing',
    brokers: [broker],
    socketFactory: ({ onConnect }) => connect({ host, port: Number(port) }, onConnect),
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

/** A broker that is or was cut off may be the only one that says something else. */
async function allSay(
  brokers: readonly string[],
  isTrue: (partition: Partition) => boolean,
): Promise<boolean> {
  const views = await Promise.all(brokers.map(readMetadata));
  return views.every(({ topics }) => topics.every(({ partitions }) => partitions.every(isTrue)));
}

async function readLeader(broker: string, topic: string): Promise<number> {
  const { topics } = await readMetadata(broker);
  const counts = new Map<number, number>();
  for (const { leader } of topics.find(({ name }) => name === topic)?.partitions ?? []) {
    counts.set(leader, (counts.get(leader) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  if (first === undefined) throw new Error(`there is no topic ${topic}`);
  return first[0];
}
