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
  /** Left out: nodes reach each other at 127.0.0.1. */
  readonly network?: NodeNetwork;
}

/** Names for the nodes, so that something can stand between one node and the others. */
export interface NodeNetwork {
  /** Of all nodes, by their ids from 1; this node resolves them with its hosts file. */
  readonly hostNames: readonly string[];
  /** Where this node listens for the other brokers. */
  readonly brokerPort: number;
}

/** A second port: TLS, and a sign-in by SCRAM-SHA-512 or PLAIN. */
export interface SecureListener {
  readonly port: number;
  /** The port on 127.0.0.1 that is announced to clients; the same one when left out. */
  readonly advertisedPort?: number;
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  readonly username: string;
  readonly password: string;
}

/** The settings of a node for one machine. */
export function makeServerProperties(options: ServerPropertiesOptions): string {
  const { controllerPort, dataDirectory, secure } = options;
  const { controllerPorts = [controllerPort], nodeId = 1 } = options.cluster ?? {};
  const { insyncReplicasMin = 1, network, replicas = 1 } = options.cluster ?? {};
  const getHost = (id: number): string => network?.hostNames[id - 1] ?? '127.0.0.1';
  const voters = controllerPorts.map((each, index) => {
    return `${index + 1}@${getHost(index + 1)}:${each}`;
  });
  return [
    'process.roles=broker,controller',
    `node.id=${nodeId}`,
    `controller.quorum.voters=${voters.join(',')}`,
    ...makeListenerProperties(options, getHost(nodeId)),
    'controller.listener.names=CONTROLLER',
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,' +
      'BROKERS:PLAINTEXT,SECURE:SASL_SSL',
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

/** Where the node listens, and the addresses that it gives to others. */
function makeListenerProperties(options: ServerPropertiesOptions, host: string): string[] {
  const { cluster, controllerPort, port, secure } = options;
  const listeners = [`PLAINTEXT://127.0.0.1:${port}`, `CONTROLLER://127.0.0.1:${controllerPort}`];
  const advertised = [`PLAINTEXT://127.0.0.1:${port}`];
  if (cluster?.network !== undefined) {
    const { brokerPort } = cluster.network;
    listeners.push(`BROKERS://127.0.0.1:${brokerPort}`);
    // Without its name a follower would learn the address of the leading controller itself.
    advertised.push(`CONTROLLER://${host}:${controllerPort}`, `BROKERS://${host}:${brokerPort}`);
  }
  if (secure !== undefined) {
    listeners.push(`SECURE://127.0.0.1:${secure.port}`);
    advertised.push(`SECURE://127.0.0.1:${secure.advertisedPort ?? secure.port}`);
  }
  return [
    `listeners=${listeners.join(',')}`,
    `advertised.listeners=${advertised.join(',')}`,
    ...(cluster?.network === undefined ? [] : ['inter.broker.listener.name=BROKERS']),
  ];
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
