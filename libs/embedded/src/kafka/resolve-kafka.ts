import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs on Java 17 and still supports every protocol version that kafkajs 2.2.4 uses. */
export const kafkaVersion = '4.1.2';
const slf4jVersion = '1.7.36';
const downloadTimeoutMs = 240_000;
const downloadAttemptsMax = 4;
/** Maven would wait half an hour for a silent repository; both of its transports get a limit. */
const transferTimeoutMs = 20_000;
const transferFlags = [
  `-Dmaven.wagon.rto=${transferTimeoutMs}`,
  '-Dmaven.wagon.http.retryHandler.count=5',
  `-Daether.connector.requestTimeout=${transferTimeoutMs}`,
  '-Daether.connector.http.retryHandler.count=5',
];

export class JavaMissingError extends Error {}

/** Fails with JavaMissingError when this machine cannot run Kafka. */
export async function assertJavaTools(): Promise<void> {
  for (const [command, option] of [
    ['java', '-version'],
    ['mvn', '-version'],
  ] as const) {
    await run(command, [option]).catch(() => {
      throw new JavaMissingError(
        `"${command}" is not on the PATH: a local Kafka needs Java 17 or later and Maven`,
      );
    });
  }
}

/** The Java class path of Apache Kafka, fetched through Maven once and kept in the cache folder. */
export async function resolveKafka(cacheDirectory = defaultCacheDirectory()): Promise<string> {
  const directory = join(cacheDirectory, `kafka-${kafkaVersion}`);
  if (!existsSync(directory)) {
    await assertJavaTools();
    await download(directory);
  }
  return join(directory, '*');
}

/** Whether a start needs the network first. */
export function isKafkaResolved(cacheDirectory = defaultCacheDirectory()): boolean {
  return existsSync(join(cacheDirectory, `kafka-${kafkaVersion}`));
}

function defaultCacheDirectory(): string {
  const { TOLLGATE_CACHE, XDG_CACHE_HOME } = process.env;
  return TOLLGATE_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tollgate');
}

/** Collected beside its place and moved, so that a stopped download is not mistaken for a whole. */
async function download(directory: string): Promise<void> {
  const unfinished = `${directory}.${process.pid}.unfinished`;
  const libraries = join(unfinished, 'libraries');
  mkdirSync(unfinished, { recursive: true });
  try {
    writeFileSync(join(unfinished, 'pom.xml'), makePom());
    await fetchLibraries(unfinished, libraries);
    renameSync(libraries, directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Maven keeps what it has got, so every further attempt has less to fetch. */
async function fetchLibraries(directory: string, libraries: string): Promise<void> {
  const goal = ['--quiet', '--batch-mode', 'dependency:copy-dependencies'];
  const settings = ['-DincludeScope=runtime', `-DoutputDirectory=${libraries}`, ...transferFlags];
  for (let attempt = 1; ; attempt++) {
    try {
      await run('mvn', [...goal, ...settings], { cwd: directory, timeout: downloadTimeoutMs });
      return;
    } catch (error) {
      if (attempt >= downloadAttemptsMax) throw error;
    }
  }
}

function makePom(): string {
  const dependencies = [
    ['org.apache.kafka', 'kafka_2.13', kafkaVersion],
    ['org.slf4j', 'slf4j-simple', slf4jVersion],
  ].map(
    ([group, artifact, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>` +
      `<version>${version}</version></dependency>`,
  );
  return (
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>' +
    '<groupId>tollgate</groupId><artifactId>kafka</artifactId><version>1</version>' +
    `<packaging>pom</packaging><dependencies>${dependencies.join('')}</dependencies></project>\n`
  );
}
