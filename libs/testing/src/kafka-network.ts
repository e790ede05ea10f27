import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startLinkProxy, type LinkProxy } from './link-proxy';

/** The ports on which a broker listens on 127.0.0.1, and the one that is announced to clients. */
export interface BrokerPorts {
  /** For the other brokers. */
  readonly broker: number;
  readonly controller: number;
  readonly secure: number;
  readonly advertised: number;
}

/** The network between brokers, and between brokers and their clients. */
export interface KafkaNetwork {
  /** Nothing passes from or to the broker any more: clients, other brokers, controllers. */
  readonly cut: (broker: number) => void;
  readonly heal: (broker: number) => void;
  readonly stop: () => Promise<void>;
}

const local = '127.0.0.1';

export function getBrokerHostName(broker: number): string {
  return `broker-${broker + 1}.kafka.test`;
}

/**
 * The names of the brokers as one of them resolves them: each other broker at an address of the
 * loopback network that belongs to this pair, so that a proxy knows who connects to whom.
 */
export function writeHostsFile(home: string, from: number, brokerCount: number): string {
  const file = join(home, `hosts-${from + 1}`);
  const others = Array.from({ length: brokerCount }, (_, to) => {
    return `${to === from ? local : getLinkHost(from, to)} ${getBrokerHostName(to)}`;
  });
  writeFileSync(file, [`${local} localhost ${hostname()}`, ...others, ''].join('\n'));
  return file;
}

/** Linux serves all of 127.0.0.0/8 on loopback, other systems only 127.0.0.1. */
function getLinkHost(from: number, to: number): string {
  return `127.0.${from + 1}.${to + 1}`;
}

export async function startKafkaNetwork(brokers: readonly BrokerPorts[]): Promise<KafkaNetwork> {
  const links: { readonly ends: readonly number[]; readonly proxy: LinkProxy }[] = [];
  for (const [to, { advertised, broker, controller, secure }] of brokers.entries()) {
    const clients = { host: local, port: advertised };
    links.push({ ends: [to], proxy: await startLinkProxy(clients, { host: local, port: secure }) });
    for (const from of brokers.keys()) {
      if (from === to) continue;
      for (const port of [broker, controller]) {
        const listen = { host: getLinkHost(from, to), port };
        links.push({
          ends: [from, to],
          proxy: await startLinkProxy(listen, { host: local, port }),
        });
      }
    }
  }
  const listLinks = (broker: number): LinkProxy[] =>
    links.filter(({ ends }) => ends.includes(broker)).map(({ proxy }) => proxy);
  return {
    cut: (broker) => {
      for (const link of listLinks(broker)) link.cut();
    },
    heal: (broker) => {
      for (const link of listLinks(broker)) link.heal();
    },
    stop: async () => {
      await Promise.all(links.map(({ proxy }) => proxy.stop()));
    },
  };
}
