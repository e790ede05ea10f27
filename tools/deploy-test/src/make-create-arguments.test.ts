import { resolve } from 'node:path';
import { chooseAddresses } from './choose-addresses';
import type { ComposeService } from './compose-file';
import { makeCreateArguments } from './make-create-arguments';

const service: ComposeService = {
  name: 'relay',
  source: { target: 'relay' },
  command: ['serve', ''],
  environment: { WORD: 'a b' },
  needs: [],
  networks: ['inner', 'outer'],
  volumes: ['spool:/var/spool', './deploy/a.sh:/a.sh:ro'],
  tmpfs: ['/tmp'],
  capDrop: ['ALL'],
  securityOptions: ['no-new-privileges'],
  isReadOnly: true,
  healthCommand: ['true'],
  stopSeconds: 35,
};

describe('the arguments that create a container', () => {
  const addresses = chooseAddresses(['edge', 'relay'], ['inner', 'outer'], () => 0.999);
  const placement = {
    engine: 'docker',
    project: 'p',
    image: 'tollgate/relay:1',
    address: addresses.of('relay', 'inner'),
    hosts: { edge: addresses.of('edge', 'inner') },
  } as const;

  it('carry over everything that the compose file says', () => {
    expect(addresses.ranges).toEqual({ inner: '10.231.255.0/24', outer: '10.231.0.0/24' });
    expect(makeCreateArguments(service, placement)).toEqual([
      ...['--name', 'p_relay', '--hostname', 'relay', '--label', 'tollgate.project=p'],
      ...['--network', 'p_inner', '--ip', '10.231.255.11'],
      ...['--mac-address', '02:42:0a:e7:ff:0b', '--add-host', 'edge:10.231.255.10'],
      ...['--env', 'WORD=a b'],
      ...['--volume', 'p_spool:/var/spool', '--volume', `${resolve('deploy/a.sh')}:/a.sh:ro`],
      ...['--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
      ...['--read-only', '--stop-timeout', '35', '--restart', 'unless-stopped'],
      ...['--no-healthcheck', 'tollgate/relay:1', 'serve', ''],
    ]);
  });

  it('name limits of files and processes with podman, which would raise those of the machine', () => {
    const given = makeCreateArguments(service, { ...placement, engine: 'podman' });
    const limits = given.filter((_value, place) => given[place - 1] === '--ulimit');
    expect(limits).toEqual(['nofile=16384:16384', 'nproc=4096:4096']);
  });

  it('need a service that is known', () => {
    const few = chooseAddresses(['edge'], ['inner']);
    expect(() => few.of('relay', 'inner')).toThrow('relay is not in inner');
  });
});
