import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  assertJavaTools,
  claimDirectory,
  ensureBrowser,
  ensureRedisServer,
  getFreePort,
  isKafkaResolved,
  JavaMissingError,
  kafkaVersion,
  openPidRecord,
  removeCluster,
  resolveKafka,
  startKafka,
  startPostgres,
  type ManagedProcess,
  type PidRecord,
} from '@tollgate/embedded';
import { removeAbandonedRuns } from './remove-abandoned-runs';

export interface TestEngines {
  /** What the suites read to find the engines. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

export interface TestEngineOptions {
  /** A machine of ours must have all engines; a laptop may lack Java. */
  readonly isCi: boolean;
  readonly note: (line: string) => void;
}

const parentDirectory = join('.data', 'test');
const passwordBytes = 16;

/** Starts what integration and end-to-end suites need, in a folder that is removed afterwards. */
export async function startTestEngines(options: TestEngineOptions): Promise<TestEngines> {
  const redisServer = await ensureRedisServer(options.note);
  const browser = await provideBrowser(options);
  mkdirSync(parentDirectory, { recursive: true });
  await removeAbandonedRuns(parentDirectory);
  const directory = resolve(mkdtempSync(join(parentDirectory, 'run-')));
  claimDirectory(directory);
  const pids = openPidRecord(directory);
  const running: ManagedProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const engine of running.toReversed()) await engine.stop();
    removeCluster(join(directory, 'postgres'));
    // The end-to-end suites keep their common stack here; it has ended by now.
    removeCluster(join(directory, 'stack', 'postgres'));
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const postgres = await startPostgres({
      dataDirectory: join(directory, 'postgres'),
      port: await getFreePort(),
      password: randomBytes(passwordBytes).toString('hex'),
      logFile: join(directory, 'postgres.log'),
      // Nothing here outlives the run, so nothing needs to survive a power cut.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      onSpawn: (pid) => pids.set('postgres', pid),
    });
    running.push(postgres);
    const kafka = await provideKafka(directory, pids, options);
    if (kafka !== undefined) running.push(kafka);
    const environment = {
      TEST_RUN_DIRECTORY: directory,
      TEST_DATABASE_URL: postgres.url,
      TEST_REDIS_SERVER: redisServer,
      ...(browser === undefined ? {} : { TEST_BROWSER: browser }),
      ...(kafka === undefined ? {} : { TEST_KAFKA_BROKERS: kafka.brokers }),
    };
    return { environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function provideBrowser({ isCi, note }: TestEngineOptions): Promise<string | undefined> {
  try {
    return await ensureBrowser(note);
  } catch (error) {
    if (isCi) throw error;
    note(
      `the browser suites are skipped: ${error instanceof Error ? error.message : 'no browser'}`,
    );
    return undefined;
  }
}

async function provideKafka(
  directory: string,
  pids: PidRecord,
  { isCi, note }: TestEngineOptions,
): Promise<(ManagedProcess & { readonly brokers: string }) | undefined> {
  try {
    await assertJavaTools();
  } catch (error) {
    if (!(error instanceof JavaMissingError) || isCi) throw error;
    note(`the Kafka suites are skipped: ${error.message}`);
    return undefined;
  }
  if (!isKafkaResolved()) note(`fetching Apache Kafka ${kafkaVersion} through Maven (once)`);
  return await startKafka({
    classPath: await resolveKafka(),
    directory: join(directory, 'kafka'),
    port: await getFreePort(),
    controllerPort: await getFreePort(),
    logFile: join(directory, 'kafka.log'),
    onSpawn: (pid) => pids.set('kafka', pid),
  });
}
