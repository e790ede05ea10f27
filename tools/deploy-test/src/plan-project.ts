import { chooseAddresses, type Addresses } from './choose-addresses';
import { readComposeFile, type ComposeFile } from './compose-file';
import { makeVariables } from './make-variables';

/** The compose file in one shape. */
export interface Shape {
  readonly file: ComposeFile;
  readonly siteUrl: string;
}

export interface ProjectPlan {
  readonly addresses: Addresses;
  readonly apart: Shape;
  readonly together: Shape;
  readonly adminToken: string;
}

const publicPort = 8080;

/** The edge is reached by its address in the network that is not internal: ports may be in use. */
export async function planProject(text: string): Promise<ProjectPlan> {
  const secrets = await makeVariables();
  const read = (profile: string, variables: Readonly<Record<string, string>>): ComposeFile =>
    readComposeFile(text, { profile, variables });
  const [first, second] = [read('apart', secrets), read('together', secrets)];
  const names = [...first.services, ...second.services].map(({ name }) => name);
  const addresses = chooseAddresses(
    [...new Set(names)],
    first.networks.map(({ name }) => name),
  );
  const outer = first.networks.find(({ isInternal }) => !isInternal)?.name ?? '';
  const plan = (profile: string, service: string): Shape => {
    const siteUrl = `http://${addresses.of(service, outer)}:${publicPort}`;
    // This machine stands for a proxy: its clients have addresses of their own.
    const proxies = { SITE_URL: siteUrl, TRUSTED_PROXIES: addresses.ranges[outer] ?? '' };
    return { siteUrl, file: read(profile, { ...secrets, ...proxies }) };
  };
  return {
    addresses,
    apart: plan('apart', 'edge'),
    together: plan('together', 'gateway'),
    adminToken: secrets['ADMIN_TOKEN'] ?? '',
  };
}
