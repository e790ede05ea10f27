import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { outsideServices } from './check-outside';
import { readComposeFile } from './compose-file';

interface ChartServices {
  readonly shapes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly services: Readonly<Record<string, { readonly callsOutside?: boolean }>>;
}

const chart = parse(
  readFileSync('deploy/helm/tollgate/files/services.yaml', 'utf8'),
) as ChartServices;
const compose = readFileSync('docker-compose.yml', 'utf8');
const required = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name ?? '');
const variables = Object.fromEntries(required.map((name) => [name, 'any']));

/** What makes requests to addresses that are not those of the deployment. */
const clients = /from '(?:@tollgate\/outbound|@tollgate\/web-search|undici|stripe)'/;
const outside = outsideServices;

function importsClient(service: string): boolean {
  return globSync(`apps/${service}/src/**/*.ts`)
    .filter((file) => !/\.i?test\.ts$/.test(file))
    .some((file) => clients.test(readFileSync(file, 'utf8')));
}

describe('which services may reach addresses outside', () => {
  it('are those whose sources have a client for them', () => {
    const services = Object.keys(chart.services).filter((service) => service !== 'simulator');
    expect(services.filter(importsClient).sort()).toEqual(outside);
  });

  it('are allowed to by the network policies of the Helm chart', () => {
    const allowed = Object.entries(chart.services).filter(([, each]) => each.callsOutside === true);
    expect(allowed.map(([service]) => service).sort()).toEqual(outside);
  });

  it.each(['apart', 'together'])('are in the outer network of compose: %s', (profile) => {
    const { services } = readComposeFile(compose, { profile, variables });
    const networks = new Map(services.map((each) => [each.name, each.networks]));
    for (const [process, members] of Object.entries(chart.shapes[profile] ?? {})) {
      // The edge has a public port, which needs the outer network too.
      const isOuter = members.some((member) => member === 'edge' || outside.includes(member));
      expect([process, networks.get(process)]).toEqual([
        process,
        isOuter ? ['inner', 'outer'] : ['inner'],
      ]);
    }
  });

  it('are named in the page about the chart', () => {
    const page = readFileSync('deploy/helm/README.md', 'utf8').replaceAll(/\s+/g, ' ');
    const sentence = /Only ([a-z, ]+) and ([a-z]+) may reach addresses outside/.exec(page);
    const named = `${sentence?.[1]}, ${sentence?.[2]}`.split(', ');
    expect(named.sort()).toEqual(outside);
  });
});
