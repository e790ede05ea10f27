import { randomBytes } from 'node:crypto';

export interface ServerPropertiesOptions {
  readonly port: number;
  readonly controllerPort: number;
  readonly dataDirectory: string;
  readonly secure?: SecureListener | undefined;
}

/** A second port: TLS, and a sign-in by SCRAM-SHA-512 or PLAIN. */
export interface SecureListener {
  readonly port: number;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  readonly username: string;
  readonly password: string;
}

/** The settings of a single node for one machine. */
export function makeServerProperties(options: ServerPropertiesOptions): string {
  const { port, controllerPort, dataDirectory, secure } = options;
  const more = secure === undefined ? '' : `,SECURE://127.0.0.1:${secure.port}`;
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}${more}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}${more}`,
    'controller.listener.names=CONTROLLER',
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL',
    ...(secure === undefined ? [] : makeSecureProperties(secure)),
    `log.dirs=${dataDirectory}`,
    // One node: every internal topic has one copy.
    'default.replication.factor=1',
    'min.insync.replicas=1',
    'offsets.topic.replication.factor=1',
    'offsets.topic.num.partitions=4',
    'transaction.state.log.replication.factor=1',
    'transaction.state.log.min.isr=1',
    'transaction.state.log.num.partitions=4',
    // A consumer that joins should start at once, not wait for others.
    'group.initial.rebalance.delay.ms=0',
    'auto.create.topics.enable=false',
    '',
  ].join('\n');
}

function makeSecureProperties({ cert, key, password, username }: SecureListener): string[] {
  const set = (name: string, value: string): string =>
    `listener.name.secure.${name}=${value.replaceAll('\n', '\\n')}`;
  const security = 'org.apache.kafka.common.security';
  return [
    set('ssl.keystore.type', 'PEM'),
    set('ssl.keystore.certificate.chain', cert),
    set('ssl.keystore.key', key),
    set('sasl.enabled.mechanisms', 'PLAIN,SCRAM-SHA-512'),
    set(
      'plain.sasl.jaas.config',
      `${security}.plain.PlainLoginModule required user_${username}="${password}";`,
    ),
    set('scram-sha-512.sasl.jaas.config', `${security}.scram.ScramLoginModule required;`),
  ];
}

const clusterIdBytes = 16;

/** A Kafka UUID. One that begins with a hyphen would be read as an option by Kafka's own tools. */
export function makeClusterId(makeBytes: (count: number) => Buffer = randomBytes): string {
  for (;;) {
    const id = makeBytes(clusterIdBytes).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}
