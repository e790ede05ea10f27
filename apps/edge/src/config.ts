import {
  defineConfig,
  readFundedRate,
  readIdentitySecret,
  readLoadSettings,
  readLogLevel,
  readPort,
  readRanges,
  readRedisUrl,
  readServiceCredential,
  readServiceSlug,
  quote,
  readBaseUrl,
  readOwnUrl,
  readEventLogSettings,
  readSiteUrl,
  readTracingSettings,
  type EnvReader,
  type EventLogSettings,
  type LoadSettings,
  type Secret,
  type ServerSettings,
  readGrpcAddress,
  type ServiceCredential,
  type TracingSettings,
} from '@tollgate/config';
import { listUrls, ownerAddressPattern } from './domain/owner-address';

export interface EdgeConfig {
  readonly host: string;
  readonly port: number;
  readonly sharesPort: boolean;
  readonly internalHost: string;
  readonly internalPort: number;
  readonly logLevel: ServerSettings['logLevel'];
  /** Undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
  /** The sampled flag of a client's traceparent decides whether its request is traced. */
  readonly trustsClientSampling: boolean;
  readonly redisUrl: string;
  /** Takes the refusals for the audit service. */
  readonly eventLog: EventLogSettings;
  readonly credential: ServiceCredential;
  readonly identitySecret: Secret;
  readonly serviceSlug: string;
  readonly siteUrl: string;
  /** Where `/v1` is answered, and where `/api/v1` is, when hosts are strict. */
  readonly baseUrl: string;
  readonly legacyUrl: string;
  readonly areHostsStrict: boolean;
  readonly allowedOrigins: readonly string[];
  /** Any of them is the operator; none: operators need a session. */
  readonly adminTokens: readonly Secret[];
  readonly authGrpcAddress: string;
  readonly urls: Readonly<
    Record<'auth' | 'billing' | 'orgs' | 'relay' | 'video' | 'audit', string>
  >;
  readonly trustedProxies: readonly string[];
  readonly clientIpHeader: string;
  readonly instances: number;
  readonly fundedRequestsPerMinute: number;
  readonly load: LoadSettings;
}

const instancesMax = 1_000;
const adminTokenLengthMin = 16;

/** One URL, several, or a name with the addresses of all instances: see docs/operating.md. */
function readUrl(env: EnvReader, name: string, about: string): string {
  const address = env.text(name, { about, pattern: ownerAddressPattern });
  const plain = listUrls(address).filter((url) => url.startsWith('http:'));
  const hosts = plain.map((url) => URL.parse(url)?.hostname ?? '');
  env.plaintext(name, hosts, 'use https://');
  return address;
}

type Hosts = Pick<EdgeConfig, 'siteUrl' | 'baseUrl' | 'legacyUrl' | 'areHostsStrict'>;

function readHosts(env: EnvReader): Hosts {
  const siteUrl = readSiteUrl(env);
  const aboutLegacy =
    'address of the API under its older paths: /api/v1; SITE_URL when it is not set';
  return {
    siteUrl,
    baseUrl: readBaseUrl(env, siteUrl),
    legacyUrl: readOwnUrl(env, 'LEGACY_URL', aboutLegacy) ?? siteUrl,
    areHostsStrict: env.boolean('STRICT_HOSTS', {
      about: 'answer /v1, /api/v1 and the site only on the host of its own URL',
      fallback: false,
    }),
  };
}

/** As browsers send them: in lower case, without a path and without the usual port. */
function readAllowedOrigins(env: EnvReader): readonly string[] {
  const origins = env.list('ALLOWED_ORIGINS', {
    about: 'origins besides SITE_URL whose pages may write with a session cookie',
  });
  for (const origin of origins) {
    if (isOrigin(origin)) continue;
    const form = 'a comma list of origins such as https://app.example.com, without a path';
    env.faults.push(`ALLOWED_ORIGINS must be ${form}, not ${quote(origin)}`);
  }
  return origins;
}

/** Extensions and apps have schemes of their own, of whose origins `URL` knows nothing. */
function isOrigin(text: string): boolean {
  if (/^https?:/.test(text)) return URL.parse(text)?.origin === text;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/.test(text);
}

function readAdminTokens(env: EnvReader): readonly Secret[] {
  const lengthMin = adminTokenLengthMin;
  const about = 'bearer token of operators; without it they need a session';
  const tokens = [
    env.optionalSecret('ADMIN_TOKEN', { about, lengthMin }),
    env.optionalSecret('ADMIN_TOKEN_OTHER', {
      about: 'accepted too while ADMIN_TOKEN is replaced',
      lengthMin,
    }),
  ];
  return tokens.filter((token) => token !== undefined);
}

function readTraces(env: EnvReader): Pick<EdgeConfig, 'tracing' | 'trustsClientSampling'> {
  return {
    tracing: readTracingSettings(env),
    trustsClientSampling: env.boolean('TRACE_TRUST_CLIENTS', {
      about: 'clients decide by the sampled flag of their traceparent whether a request is traced',
      fallback: false,
    }),
  };
}

export const edgeConfig = defineConfig<EdgeConfig>({
  name: 'edge',
  read: (env) => ({
    host: env.text('EDGE_HOST', { about: 'address the edge binds to', fallback: '127.0.0.1' }),
    port: readPort(env, 'PORT', 'the public port', 8080),
    sharesPort: env.boolean('EDGE_SHARES_PORT', {
      about: 'several edges on this machine listen on PORT (Linux); see EDGE_INSTANCES',
      fallback: false,
    }),
    internalHost: env.text('BIND_HOST', {
      about: 'address the inner ports bind to',
      fallback: '127.0.0.1',
    }),
    internalPort: readPort(env, 'INTERNAL_PORT', '/healthz, /readyz and /metrics'),
    logLevel: readLogLevel(env),
    ...readTraces(env),
    redisUrl: readRedisUrl(env),
    eventLog: readEventLogSettings(env),
    credential: readServiceCredential(env),
    identitySecret: readIdentitySecret(env),
    serviceSlug: readServiceSlug(env),
    ...readHosts(env),
    allowedOrigins: readAllowedOrigins(env),
    adminTokens: readAdminTokens(env),
    authGrpcAddress: readGrpcAddress(env, 'AUTH_GRPC_ADDRESS', 'AuthService'),
    urls: {
      auth: readUrl(
        env,
        'AUTH_URL',
        'public routes of auth: one URL, several with commas, or dns+http://name:port',
      ),
      billing: readUrl(env, 'BILLING_URL', 'public routes of billing, like AUTH_URL'),
      orgs: readUrl(env, 'ORGS_URL', 'public routes of orgs, like AUTH_URL'),
      relay: readUrl(env, 'RELAY_URL', 'public routes of the relay, like AUTH_URL'),
      video: readUrl(env, 'VIDEO_URL', 'public routes of video, like AUTH_URL'),
      audit: readUrl(env, 'AUDIT_URL', 'public routes of audit, like AUTH_URL'),
    },
    trustedProxies: readRanges(
      env,
      'TRUSTED_PROXIES',
      'CIDRs of proxies whose CLIENT_IP_HEADER is believed',
    ),
    clientIpHeader: env
      .text('CLIENT_IP_HEADER', {
        about: 'header in which trusted proxies name the client',
        fallback: 'x-real-ip',
        pattern: /^[A-Za-z0-9-]+$/,
      })
      .toLowerCase(),
    fundedRequestsPerMinute: readFundedRate(env),
    load: readLoadSettings(env),
    instances: env.number('EDGE_INSTANCES', {
      about: 'how many edges share the rate limits while Redis is away',
      fallback: 1,
      min: 1,
      max: instancesMax,
    }),
  }),
});
