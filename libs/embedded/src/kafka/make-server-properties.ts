import { randomBytes } from 'node:crypto';

export interface ServerPropertiesOptions {
  readonly port: number;
  readonly controllerPort: number;
  readonly dataDirectory: string;
}

/** The settings of a single node for one machine. */
export function makeServerProperties(options: ServerPropertiesOptions): string {
  const { port, controllerPort, dataDirectory } = options;
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names=CONTROLLER',
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
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

const clusterIdBytes = 16;

/** A Kafka UUID. One that begins with a hyphen would be read as an option by Kafka's own tools. */
export function makeClusterId(makeBytes: (count: number) => Buffer = randomBytes): string {
  for (;;) {
    const id = makeBytes(clusterIdBytes).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}
