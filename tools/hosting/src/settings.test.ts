import { ConfigError, developmentSettings } from '@tollgate/config';
import { globSync, readFileSync } from 'node:fs';
import { auditConfig } from '../../../apps/audit/src/config';
import { authConfig } from '../../../apps/auth/src/config';
import { billingConfig } from '../../../apps/billing/src/config';
import { edgeConfig } from '../../../apps/edge/src/config';
import { orgsConfig } from '../../../apps/orgs/src/config';
import { relayConfig } from '../../../apps/relay/src/config';
import { videoConfig } from '../../../apps/video/src/config';

const configs = {
  audit: auditConfig,
  auth: authConfig,
  billing: billingConfig,
  edge: edgeConfig,
  orgs: orgsConfig,
  relay: relayConfig,
  video: videoConfig,
};
type Environment = Readonly<Record<string, string>>;

const random = '4f9d2c81b7e6053a4f9d2c81b7e6053a4f9d2c81b7e6053a4f9d2c81b7e6053a';
/** In production, on one machine. */
const good: Environment = {
  HTTP_PORT: '1',
  GRPC_PORT: '2',
  INTERNAL_PORT: '3',
  DATABASE_URL: `postgres://me:${random}@127.0.0.1:5432/x`,
  REDIS_URL: `redis://me:${random}@127.0.0.1:6379`,
  EVENT_LOG: 'kafka',
  EVENT_LOG_DATABASE_URL: `postgres://me:${random}@127.0.0.1:5432/x`,
  KAFKA_BROKERS: '127.0.0.1:9092',
  SERVICE_SECRET: random,
  IDENTITY_SECRET: random,
  EDU_CODE_SECRET: random,
  SECRETS_KEY: random,
  BYOK_MASTER_KEY: random,
  EVIDENCE_KEY: random,
  MAIL_ADAPTER: 'smtp',
  SMTP_URL: `smtp://me:${random}@127.0.0.1:25`,
  SPOOL_DIR: '/spool',
  OBJECT_STORE: 's3',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: random,
  ...Object.fromEntries(
    ['AUTH', 'BILLING', 'ORGS', 'RELAY', 'VIDEO', 'AUDIT'].flatMap((name) => [
      [`${name}_GRPC_ADDRESS`, '127.0.0.1:9090'],
      [`${name}_URL`, 'http://127.0.0.1:8080'],
    ]),
  ),
};

function findFaults(service: keyof typeof configs, changes: Environment): readonly string[] {
  try {
    configs[service].load({ ...good, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

const url = (name: string, example: string, path = ''): string =>
  `${name} must be an http or https URL${path}, such as ${example}, not `;
const noPath = ' without a path';
const grpc = 'must be host:port, ipv4:address:port,address:port or dns:///name:port, not ';
const ranges = 'must be a comma list of address ranges such as 10.0.0.0/8 or fd00::/8, not ';
const postgres = 'must be postgres://role:password@host:port/database, not ';

describe('the settings of services', () => {
  it.each(Object.keys(configs))('of %s are accepted as they should be', (service) => {
    expect(findFaults(service as keyof typeof configs, {})).toEqual([]);
  });

  it.each([
    ['audit', 'ORGS_GRPC_ADDRESS', 'orgs', `ORGS_GRPC_ADDRESS ${grpc}`],
    ['audit', 'ORGS_GRPC_ADDRESS', 'http://orgs:9090', `ORGS_GRPC_ADDRESS ${grpc}`],
    ['audit', 'ORGS_GRPC_ADDRESS', 'orgs:99999', `ORGS_GRPC_ADDRESS ${grpc}`],
    ['audit', 'ORGS_GRPC_ADDRESS', 'ipv4:10.0.0.1:1,b:2', `ORGS_GRPC_ADDRESS ${grpc}`],
    ['audit', 'KAFKA_BROKERS', 'kafka', 'KAFKA_BROKERS must be a comma list of host:port, such as'],
    ['audit', 'KAFKA_BROKERS', 'a:x', 'KAFKA_BROKERS must be a comma list of host:port, such as'],
    ['audit', 'DATABASE_URL', 'postgres://me:hunter2@db:x/y', `DATABASE_URL ${postgres}`],
    [
      'audit',
      'DATABASE_URL',
      `postgres://me:${random}@127.0.0.1/y?sslmode=yes`,
      'DATABASE_URL must have sslmode=verify-full or another of disable, allow, prefer, require,',
    ],
    ['auth', 'OPERATOR_EMAILS', 'ada', 'OPERATOR_EMAILS must be a comma list of mail addresses'],
    [
      'auth',
      'SMTP_URL',
      'http://me:hunter2@mail',
      'SMTP_URL must be smtp://user:password@host:port',
    ],
    ['auth', 'SMTP_URL', 'me:hunter2@mail:25', 'SMTP_URL must be smtp://user:password@host:port'],
    [
      'billing',
      'STRIPE_API_BASE',
      'stripe',
      url('STRIPE_API_BASE', 'https://api.stripe.com', noPath),
    ],
    ['edge', 'BASE_URL', 'api.example.com', url('BASE_URL', 'https://api.example.com', noPath)],
    ['edge', 'LEGACY_URL', 'https://a/b', url('LEGACY_URL', 'https://api.example.com', noPath)],
    [
      'edge',
      'ALLOWED_ORIGINS',
      'https://a.com/',
      'ALLOWED_ORIGINS must be a comma list of origins',
    ],
    ['edge', 'ALLOWED_ORIGINS', 'a.com', 'ALLOWED_ORIGINS must be a comma list of origins such as'],
    ['edge', 'ALLOWED_ORIGINS', 'tauri://a/b', 'ALLOWED_ORIGINS must be a comma list of origins'],
    ['edge', 'TRUSTED_PROXIES', '10.0.0.0/99', `TRUSTED_PROXIES ${ranges}`],
    ['edge', 'TRUSTED_PROXIES', '10.0.0.0/', `TRUSTED_PROXIES ${ranges}`],
    ['orgs', 'OUTBOUND_ALLOW_CIDRS', '10.0.0.0/99', `OUTBOUND_ALLOW_CIDRS ${ranges}`],
    ['orgs', 'OUTBOUND_ALLOW_CIDRS', 'intranet', `OUTBOUND_ALLOW_CIDRS ${ranges}`],
    ['relay', 'MODERATION_URL', 'x', url('MODERATION_URL', 'https://moderator.example.com/v1')],
    ['relay', 'TEST_MODE_URL', 'sim:80', url('TEST_MODE_URL', 'http://simulator:8080/v1')],
    ['relay', 'SIMULATOR_URL', 'sim:80', url('SIMULATOR_URL', 'http://simulator:8080/v1')],
    ['relay', 'VLLM_BASE_URL', 'vllm:80', url('VLLM_BASE_URL', 'http://127.0.0.1:8000/v1')],
    ['relay', 'OPENAI_BASE_URL', 'ftp://a', url('OPENAI_BASE_URL', 'https://api.openai.com/v1')],
    ['relay', 'TRACE_PROVIDERS', 'Open AI', 'TRACE_PROVIDERS must be a comma list of names of'],
    ['video', 'S3_ENDPOINT', 'ftp://x', url('S3_ENDPOINT', 'https://s3.example.com', noPath)],
    ['video', 'S3_BUCKET', 'A/../b', 'S3_BUCKET must be 3 to 63 lower-case letters, digits, dots'],
    [
      'video',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL such as http://127.0.0.1:4318,',
    ],
    [
      'video',
      'DEVELOPMENT_SETTINGS',
      'PAYMENT_DEV',
      'DEVELOPMENT_SETTINGS must be all or some of ADMIN_TOKEN,',
    ],
  ] as const)(
    'of %s have a line that names %s, what was read and what is allowed: %s',
    (service, name, value, start) => {
      const development = name === 'SIMULATOR_URL' ? { DEVELOPMENT_SETTINGS: name } : {};
      const faults = findFaults(service, { ...development, [name]: value });
      expect(faults).toHaveLength(1);
      const [fault = ''] = faults;
      expect(fault.slice(0, start.length)).toBe(start);
      expect(fault).not.toMatch(/hunter2|4f9d|\n/);
      const read = value.replace(/:hunter2@/, ':…@').replace(/^.*sslmode=/, '');
      expect(fault).toMatch(/, not "[^"]*"(?:$|: )/);
      expect(fault).toContain(read.split(',').at(-1));
    },
  );

  it('name the address of the event log when it is no database', () => {
    const changes = { EVENT_LOG: 'postgres', EVENT_LOG_DATABASE_URL: 'mysql://me:hunter2@db/x' };
    expect(findFaults('audit', changes)).toEqual([
      `EVENT_LOG_DATABASE_URL ${postgres}"mysql://me:…@db/x"`,
    ]);
  });

  it('name the search engine that lacks its address, and malformed ranges', () => {
    expect(findFaults('relay', { WEB_SEARCH_ENGINE: 'searxng' })).toEqual([
      'WEB_SEARCH_URL is required: the address of searxng',
    ]);
    const search = { WEB_SEARCH_ENGINE: 'searxng', WEB_SEARCH_URL: 'searxng:8080' };
    expect(findFaults('relay', { ...search, WEB_SEARCH_ALLOW_CIDRS: '10.0.0.0/8,x' })).toEqual([
      `WEB_SEARCH_ALLOW_CIDRS ${ranges}"x"`,
      `${url('WEB_SEARCH_URL', 'http://searxng:8080')}"searxng:8080"`,
    ]);
  });

  it('do not ask for more copies in sync than there are', () => {
    const changes = { KAFKA_REPLICAS: '3', KAFKA_MIN_INSYNC_REPLICAS: '4' };
    expect(findFaults('audit', changes)).toEqual([
      'KAFKA_MIN_INSYNC_REPLICAS must be at most KAFKA_REPLICAS, which is 3, not 4',
    ]);
    expect(findFaults('audit', { ...changes, KAFKA_REPLICAS: '0' })).toEqual([]);
  });

  it.each([
    ['audit', 'ORGS_GRPC_ADDRESS', 'dns:///orgs:9090'],
    ['audit', 'ORGS_GRPC_ADDRESS', 'dns://10.0.0.2/orgs:9090'],
    ['audit', 'ORGS_GRPC_ADDRESS', 'ipv4:10.0.0.1:9090,10.0.0.2:9090'],
    ['audit', 'ORGS_GRPC_ADDRESS', 'ipv6:[fd00::1]:9090'],
    ['audit', 'ORGS_GRPC_ADDRESS', 'local:orgs'],
    ['audit', 'DATABASE_URL', `postgres://me:${random}@db:5432/x?sslmode=no-verify`],
    ['audit', 'DATABASE_URL', 'postgres://me@/x?host=/var/run/postgresql'],
    ['auth', 'SMTP_URL', 'smtp://mail:587?requireTLS=true'],
    ['edge', 'ALLOWED_ORIGINS', 'https://app.example.com,http://127.0.0.1:3000'],
    ['edge', 'ALLOWED_ORIGINS', 'chrome-extension://abcdefghijklmnop,capacitor://localhost'],
    ['edge', 'ALLOWED_ORIGINS', 'tauri://localhost'],
    ['edge', 'TRUSTED_PROXIES', '10.0.0.0/8,::1/128,10.0.0.1'],
    ['orgs', 'OUTBOUND_ALLOW_CIDRS', '10.0.0.0/8,fd00::/8,192.168.1.5'],
    ['relay', 'TRACE_PROVIDERS', 'openai,my-own.vllm'],
    ['video', 'DEVELOPMENT_SETTINGS', 'PAYMENTS_DEV,SIGN_IN_LINKS'],
    ['video', 'DEVELOPMENT_SETTINGS', 'all'],
  ] as const)('of %s may be %s=%s', (service, name, value) => {
    expect(findFaults(service, { PLAINTEXT_HOSTS: '*', [name]: value })).toEqual([]);
  });

  it.each([
    ['auth', 'SMTP_URL', 'smtp://mail:25'],
    ['billing', 'STRIPE_API_BASE', 'http://stripe'],
    ['relay', 'MODERATION_URL', 'http://moderator/v1'],
    ['relay', 'TEST_MODE_URL', 'http://simulator:8080/v1'],
    ['video', 'S3_ENDPOINT', 'http://minio:9000'],
  ] as const)('of %s do not reach %s on another machine without TLS', (service, name, value) => {
    const host = URL.parse(value)?.hostname ?? '';
    const [fault = '', ...others] = findFaults(service, { [name]: value });
    expect(others).toEqual([]);
    expect(fault).toMatch(
      new RegExp(`^${name} reaches "${host}" without TLS: use (?:smtps|https):`),
    );
    expect(findFaults(service, { [name]: value, PLAINTEXT_HOSTS: host })).toEqual([]);
  });

  it('do not reach a search engine on another machine without TLS', () => {
    const search = { WEB_SEARCH_ENGINE: 'searxng', WEB_SEARCH_URL: 'http://searxng:8080' };
    expect(findFaults('relay', search)).toEqual([
      'WEB_SEARCH_URL reaches "searxng" without TLS: use https://, or name the host in PLAINTEXT_HOSTS',
    ]);
    expect(findFaults('relay', { ...search, PLAINTEXT_HOSTS: 'searxng' })).toEqual([]);
  });

  it('know every setting for development that the sources have', () => {
    const sources = globSync(['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'])
      .filter((file) => !/test\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    // What else takes the name of a setting and passes it to developmentOnly.
    const ways = /(?:developmentOnly|checkPassword|checkDatabaseUrl)\(\s*(?:env,\s*)?'(\w+)'/g;
    const named = [...sources.matchAll(ways)].map(([, name]) => name);
    const secrets = readFileSync('.env.example', 'utf8').matchAll(
      /^#? ?((?:ADMIN_TOKEN|\w+_SECRET|\w+_KEY)(?:_OTHER)?)=/gm,
    );
    const ours = new Set([...secrets].map(([, name = '']) => name));
    const isOurs = (name: string): boolean =>
      /^(?:ADMIN|SERVICE|IDENTITY|EDU|SECRETS|BYOK|EVIDENCE)_/.test(name);
    expect(named.length).toBeGreaterThan(4);
    expect(named).toContain('KAFKA_PASSWORD');
    for (const name of [...named, ...[...ours].filter(isOurs)]) {
      expect(developmentSettings).toContain(name);
    }
  });
});
