import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Kafka, logLevel } from 'kafkajs';
import { startProcess, type ManagedProcess, type SpawnListener } from '../processes/start-process';
import { waitUntilReady } from '../processes/wait-until-ready';
import {
  makeClusterId,
  makeServerProperties,
  type ClusterMember,
  type SecureListener,
} from './make-server-properties';

const run = promisify(execFile);

export interface KafkaOptions {
  /** See `resolveKafka`. */
  readonly classPath: string;
  readonly directory: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly logFile: string;
  readonly secure?: SecureListener;
  /** Left out: a single node. Start nodes of a cluster together: each waits for the others. */
  readonly cluster?: ClusterMember;
  /** Of this node alone, instead of the names that the machine knows. */
  readonly hostsFile?: string;
  readonly onSpawn?: SpawnListener;
}

export interface KafkaServer extends ManagedProcess {
  /** host:port */
  readonly brokers: string;
}

const heap = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC'];
/** A busy machine has needed more than a minute. A process that dies ends the wait at once. */
const readyTimeoutMs = 180_000;
const stopTimeoutMs = 20_000;

/** Starts one Apache Kafka node (broker and controller in one, KRaft) on loopback. */
export async function startKafka(options: KafkaOptions): Promise<KafkaServer> {
  const directory = resolve(options.directory);
  const dataDirectory = join(directory, 'data');
  const propertiesFile = join(directory, 'server.properties');
  mkdirSync(directory, { recursive: true });
  writeFileSync(propertiesFile, makeServerProperties({ ...options, dataDirectory }));
  const { classPath, hostsFile } = options;
  const names = hostsFile === undefined ? [] : [`-Djdk.net.hosts.file=${hostsFile}`];
  const java = ['-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', ...names, '-cp', classPath];
  if (!existsSync(join(dataDirectory, 'meta.properties'))) {
    const clusterId = options.cluster?.clusterId ?? makeClusterId();
    const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', propertiesFile];
    await run('java', [...heap, ...java, ...format, ...makeScramOptions(options.secure)]);
  }
  const server = await startProcess({
    name: 'kafka',
    file: 'java',
    arguments: [...heap, ...java, 'kafka.Kafka', propertiesFile],
    logFile: options.logFile,
    stopTimeoutMs,
    ...(options.onSpawn ? { onSpawn: options.onSpawn } : {}),
  });
  const brokers = `127.0.0.1:${options.port}`;
  const ready = { timeoutMs: readyTimeoutMs, logFile: options.logFile };
  await waitUntilReady(server, () => listTopics(brokers).then(() => true), ready);
  return { ...server, brokers };
}

function makeScramOptions(secure: SecureListener | undefined): string[] {
  if (secure === undefined) return [];
  const { password, username } = secure;
  return ['--add-scram', `SCRAM-SHA-512=[name=${username},password=${password}]`];
}

const requestTimeoutMs = 3_000;

/** The topics of a broker. An admin call: connect() alone also succeeds on a mute socket. */
async function listTopics(brokers: string): Promise<string[]> {
  const kafka = new Kafka({
    clientId: 'tollgate-embedded',
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    connectionTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    retry: { retries: 0 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await admin.listTopics();
  } finally {
    await admin.disconnect();
  }
}
