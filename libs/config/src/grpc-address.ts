import { quote, type EnvReader } from './env-reader';

export const grpcAddressForms = 'host:port, ipv4:address:port,address:port or dns:///name:port';

const nameAndPort = /^([A-Za-z0-9._-]+):(\d{1,5})$/;
const ipv4AndPort = /^(\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5})$/;
const ipv6AndPort = /^\[([0-9A-Fa-f:.]+)\]:(\d{1,5})$/;
const portMax = 65_535;

/** The hosts of an address of gRPC; a malformed one is a fault of the setting. */
export function listGrpcHosts(env: EnvReader, name: string, address: string): readonly string[] {
  // What is required and missing is reported already; `local:auth` is a service of this process.
  if (address === '' || /^local:[a-z]+$/.test(address)) return [];
  const hosts = parseHosts(address);
  if (hosts !== undefined) return hosts;
  env.faults.push(`${name} must be ${grpcAddressForms}, not ${quote(address)}`);
  return [];
}

function parseHosts(address: string): readonly string[] | undefined {
  const [, scheme = 'dns', rest = ''] =
    /^(?:(ipv4|ipv6):|dns:(?:\/\/[^/]*\/)?)?(.*)$/.exec(address) ?? [];
  const forms = { ipv4: [ipv4AndPort], ipv6: [ipv6AndPort], dns: [nameAndPort, ipv6AndPort] };
  const targets = scheme === 'dns' ? [rest] : rest.split(',');
  const hosts = targets.map((target) => {
    const found = forms[scheme as keyof typeof forms]
      .map((form) => form.exec(target))
      .find(Boolean);
    return found != null && isPort(found[2]) ? found[1] : undefined;
  });
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

function isPort(text: string | undefined): boolean {
  const port = Number(text);
  return port >= 1 && port <= portMax;
}
