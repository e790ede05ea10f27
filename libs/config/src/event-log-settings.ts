import { readFileSync } from 'node:fs';
import { checkDatabaseUrl } from './check-database-url';
import { checkPassword } from './check-password';
import { quote, type EnvReader } from './env-reader';
import type { Secret } from './secret';

export interface EventLogSettings {
  readonly adapter: 'postgres' | 'kafka';
  readonly databaseUrl: string;
  readonly kafkaBrokers: readonly string[];
  readonly kafka?: KafkaSettings;
}

export interface KafkaSettings {
  /** Undefined: connections have no TLS. Without a PEM, the authorities of the system count. */
  readonly tls: { readonly ca: string | undefined } | undefined;
  readonly sasl: KafkaSasl | undefined;
  /** Of topics that are made by us; 0: as the brokers have it. */
  readonly replicas: number;
  readonly insyncReplicasMin: number;
}

const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

export interface KafkaSasl {
  readonly mechanism: (typeof saslMechanisms)[number];
  readonly username: string;
  readonly password: Secret;
}

const replicasMax = 15;

export function readEventLogSettings(env: EnvReader): EventLogSettings {
  const adapter = env.choice('EVENT_LOG', {
    about: 'engine of the event log',
    choices: ['postgres', 'kafka'],
    fallback: 'postgres',
  });
  const databaseUrl = env.optionalText('EVENT_LOG_DATABASE_URL', {
    about: 'database of the event log when EVENT_LOG=postgres',
  });
  const kafkaBrokers = env.list('KAFKA_BROKERS', { about: 'host:port list when EVENT_LOG=kafka' });
  const kafka = readKafkaSettings(env);
  if (adapter === 'postgres') {
    if (databaseUrl === undefined) {
      env.faults.push('EVENT_LOG_DATABASE_URL is required when EVENT_LOG=postgres');
    }
    checkDatabaseUrl(env, 'EVENT_LOG_DATABASE_URL', databaseUrl ?? '');
  } else {
    if (kafkaBrokers.length === 0) {
      env.faults.push('KAFKA_BROKERS is required when EVENT_LOG=kafka');
    }
    const hosts = listBrokerHosts(env, kafkaBrokers);
    env.plaintext('KAFKA_BROKERS', kafka.tls === undefined ? hosts : [], 'set KAFKA_TLS=1');
    if (kafka.sasl !== undefined) {
      const { password, username: user } = kafka.sasl;
      checkPassword(env, 'KAFKA_PASSWORD', { hosts, user, password: password.reveal() });
    }
  }
  return { adapter, databaseUrl: databaseUrl ?? '', kafkaBrokers, kafka };
}

function listBrokerHosts(env: EnvReader, brokers: readonly string[]): readonly string[] {
  return brokers.flatMap((broker) => {
    if (/[[\]]/.test(broker)) {
      const reason = 'the client of Kafka reads no IPv6 addresses, only names and IPv4 addresses';
      env.faults.push(`KAFKA_BROKERS must have no brackets, not ${quote(broker)}: ${reason}`);
      return [];
    }
    const url = /^[^/@?#\s]+:\d+$/.test(broker) ? URL.parse(`kafka://${broker}`) : null;
    if (url !== null && url.port !== '' && url.port !== '0') return [url.hostname];
    const form = 'a comma list of host:port, such as kafka-1:9092,kafka-2:9092';
    env.faults.push(`KAFKA_BROKERS must be ${form}, not ${quote(broker)}`);
    return [];
  });
}

function readKafkaSettings(env: EnvReader): KafkaSettings {
  const hasTls = env.boolean('KAFKA_TLS', {
    about: 'connections to the brokers have TLS',
    fallback: false,
  });
  const caFile = env.optionalText('KAFKA_CA_FILE', {
    about: 'PEM of the authority of the brokers; without it those of the system count',
  });
  const replicas = (name: string, about: string): number =>
    env.number(name, {
      about: `${about}; 0: as the brokers have it`,
      fallback: 0,
      min: 0,
      max: replicasMax,
    });
  // In this order: the reference lists settings as they are read.
  const sasl = readSasl(env);
  const copies = replicas('KAFKA_REPLICAS', 'copies of each topic that is made');
  const insyncReplicasMin = replicas(
    'KAFKA_MIN_INSYNC_REPLICAS',
    'copies that must have an event before it counts as published',
  );
  if (copies > 0 && insyncReplicasMin > copies) {
    const most = `at most KAFKA_REPLICAS, which is ${copies}`;
    env.faults.push(`KAFKA_MIN_INSYNC_REPLICAS must be ${most}, not ${insyncReplicasMin}`);
  }
  return {
    tls: hasTls ? { ca: caFile === undefined ? undefined : readPem(env, caFile) } : undefined,
    sasl,
    replicas: copies,
    insyncReplicasMin,
  };
}

function readPem(env: EnvReader, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { message } = error as Error;
    env.faults.push(`KAFKA_CA_FILE must be a file with a PEM that can be read: ${message}`);
    return '';
  }
}

function readSasl(env: EnvReader): KafkaSasl | undefined {
  const mechanism = env.choice('KAFKA_SASL', {
    about: 'how the service signs in to the brokers',
    choices: ['none', ...saslMechanisms],
    fallback: 'none',
  });
  const username = env.optionalText('KAFKA_USERNAME', { about: 'user of KAFKA_SASL' });
  const password = env.optionalSecret('KAFKA_PASSWORD', {
    about: 'password of KAFKA_USERNAME',
    lengthMin: 1,
  });
  if (mechanism === 'none') return undefined;
  if (username === undefined || password === undefined) {
    env.faults.push('KAFKA_USERNAME and KAFKA_PASSWORD are required with KAFKA_SASL');
    return undefined;
  }
  return { mechanism, username, password };
}
