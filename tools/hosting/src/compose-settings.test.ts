import { readFileSync } from 'node:fs';
import { ConfigError, type ConfigDefinition } from '@tollgate/config';
import { makeServiceEnvironment } from '@tollgate/hosting';
import { auditConfig } from '../../../apps/audit/src/config';
import { authConfig } from '../../../apps/auth/src/config';
import { billingConfig } from '../../../apps/billing/src/config';
import { edgeConfig } from '../../../apps/edge/src/config';
import { orgsConfig } from '../../../apps/orgs/src/config';
import { relayConfig } from '../../../apps/relay/src/config';
import { videoConfig } from '../../../apps/video/src/config';
import { readComposeFile } from '../../deploy-test/src/compose-file';
import { makeVariables } from '../../deploy-test/src/make-variables';

const configs: Readonly<Record<string, ConfigDefinition<unknown>>> = {
  audit: auditConfig,
  auth: authConfig,
  billing: billingConfig,
  edge: edgeConfig,
  orgs: orgsConfig,
  relay: relayConfig,
  video: videoConfig,
};
/** As the images set them. */
const ofImages = {
  HTTP_PORT: '8080',
  GRPC_PORT: '9090',
  INTERNAL_PORT: '9100',
  SPOOL_DIR: '/var/lib/tollgate/spool',
  OBJECT_DIR: '/var/lib/tollgate/objects',
};

describe('docker-compose.yml with the secrets of make-env.mjs', () => {
  it.each([
    ['apart', Object.keys(configs).map((name) => [name, [name]] as const)],
    [
      'together',
      [
        ['gateway', ['relay', 'edge']],
        ['office', ['billing', 'auth', 'orgs', 'video', 'audit']],
      ] as const,
    ],
  ])('has settings with which every service starts: %s', async (profile, processes) => {
    const text = readFileSync('docker-compose.yml', 'utf8');
    const { services } = readComposeFile(text, { profile, variables: await makeVariables() });
    for (const [process, members] of processes) {
      const given = services.find(({ name }) => name === process)?.environment ?? {};
      for (const member of members) {
        const environment = makeServiceEnvironment({ ...ofImages, ...given }, member, members);
        expect([member, findFaults(configs[member], environment)]).toEqual([member, []]);
      }
    }
  });
});

function findFaults(
  config: ConfigDefinition<unknown> | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  try {
    config?.load(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
