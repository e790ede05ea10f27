import { callApi } from './api-call';
import type { Gateway } from './gateway';
import { simulatorUrl } from './simulator';

/** Credentials that the simulator's clouds accept; its README describes them. */
export const awsCredentials = {
  accessKeyId: 'AKIASIMULATOR0000001',
  secretAccessKey: 'simulatorSecretAccessKey00000000',
  region: 'eu-central-1',
} as const;

export const clouds = ['bedrock', 'azure', 'vertex', 'vertex-anthropic'] as const;
export type Cloud = (typeof clouds)[number];

export interface CloudKey {
  readonly protocol: Cloud;
  readonly baseUrl: string;
  /** Several fields, which sign or are exchanged for a token. */
  readonly apiKey: string;
}

/**
 * A provider key for a cloud of the simulator. `tokenSeconds`: how long its tokens are valid, an
 * hour by default.
 */
export async function makeCloudKey(
  gateway: Gateway,
  protocol: Cloud,
  { tokenSeconds }: { readonly tokenSeconds?: number } = {},
): Promise<CloudKey> {
  const url = simulatorUrl(gateway);
  const life = tokenSeconds === undefined ? undefined : `expires-in-${tokenSeconds}`;
  switch (protocol) {
    case 'bedrock':
      return { protocol, baseUrl: url, apiKey: JSON.stringify(awsCredentials) };
    case 'azure': {
      const application = {
        tenantId: life ?? 'simulator-tenant',
        clientId: '11111111-2222-3333-4444-555555555555',
        clientSecret: 'simulatorClientSecret00',
        authorityHost: url,
      };
      // Deployments are below the host itself.
      return { protocol, baseUrl: url.replace(/\/v1$/, ''), apiKey: JSON.stringify(application) };
    }
    case 'vertex':
    case 'vertex-anthropic': {
      const { json } = await callApi(`${internalUrl(gateway)}/__sim/service-account`);
      const baseUrl = `${url}/projects/simulator-project/locations/global`;
      const tokenUrl = life === undefined ? `${url}/token` : `${url}/${life}/token`;
      return { protocol, baseUrl, apiKey: JSON.stringify({ ...json, token_uri: tokenUrl }) };
    }
  }
}

/** Tokens that were issued so far are refused from now on. */
export async function revokeTokens(gateway: Gateway): Promise<void> {
  await callApi(`${internalUrl(gateway)}/__sim/revoke-tokens`, { method: 'POST' });
}

function internalUrl(gateway: Gateway): string {
  return `http://127.0.0.1:${gateway.portOf('simulator-internal')}`;
}
