/** Fixed addresses, because not every engine has a name server for its networks. */
export interface Addresses {
  /** The range of each network. */
  readonly ranges: Readonly<Record<string, string>>;
  readonly of: (service: string, network: string) => string;
}

const rangeCount = 256;
const firstHost = 10;

/** Random ranges below 10.231.0.0/16, so that two runs on one machine hardly ever collide. */
export function chooseAddresses(
  services: readonly string[],
  networks: readonly string[],
  random: () => number = Math.random,
): Addresses {
  const first = Math.floor(random() * rangeCount);
  const prefixes = new Map(
    networks.map((network, index) => [network, `10.231.${(first + index) % rangeCount}`]),
  );
  return {
    ranges: Object.fromEntries([...prefixes].map(([name, prefix]) => [name, `${prefix}.0/24`])),
    of: (service, network) => {
      const prefix = prefixes.get(network);
      const index = services.indexOf(service);
      if (prefix === undefined || index === -1) throw new Error(`${service} is not in ${network}`);
      return `${prefix}.${firstHost + index}`;
    },
  };
}
