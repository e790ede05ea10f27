import { randomBytes } from 'node:crypto';

export interface ServerPropertiesOptions {
  readonly port: number;
  readonly controllerPort: number;
  readonly dataDirectory: string;
  readonly secure?: SecureListener | undefined;
  /** Left out: a single node. */
  readonly cluster?: ClusterMember | undefined;
}

/** One of several nodes. */
export interface ClusterMember {
  readonly nodeId: number;
  readonly clusterId: string;
  /** Of all nodes, by their ids from 1. */
  readonly controllerPorts: readonly number[];
  /** Copies of each topic, and how many must have a message before it is acknowledged. */
  readonly replicas: number;
  readonly insyncReplicasMin: number;
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

/** The settings of a node for one machine. */
export function makeServerProperties(options: ServerPropertiesOptions): string {
  const { port, controllerPort, dataDirectory, secure } = options;
  const { controllerPorts = [controllerPort], nodeId = 1 } = options.cluster ?? {};
  const { insyncReplicasMin = 1, replicas = 1 } = options.cluster ?? {};
  const voters = controllerPorts.map((each, index) => `${index + 1}@127.0.0.1:${each}`);
  const more = secure === undefined ? '' : `,SECURE://127.0.0.1:${secure.port}`;
  return [
    'process.roles=broker,controller',
    `node.id=${nodeId}`,
    `controller.quorum.voters=${voters.join(',')}`,
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}${more}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}${more}`,
    'controller.listener.names=CONTROLLER',
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL',
    ...(secure === undefined ? [] : makeSecureProperties(secure)),
    `log.dirs=${dataDirectory}`,
    `default.replication.factor=${replicas}`,
    `min.insync.replicas=${insyncReplicasMin}`,
    `offsets.topic.replication.factor=${replicas}`,
    'offsets.topic.num.partitions=4',
    `transaction.state.log.replication.factor=${replicas}`,
    `transaction.state.log.min.isr=${insyncReplicasMin}`,
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
