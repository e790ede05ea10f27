import { join } from 'node:path';
import type { CertificateFiles } from '@tollgate/config';
import { changeRedisUser, isRedisUser } from '@tollgate/store-address';
import type { Engines } from './engine-parts';
import type { DatabaseUrls } from './provision-roles';
import { getRedisPassword, schemaNames, type SchemaName, type Secrets } from './secrets';
import {
  getSpoolDirectory,
  type ProcessPlan,
  type ServiceName,
  type ServicePlan,
} from './service-plan';
import type { StackOptions } from './stack-options';

export interface ServiceContext {
  readonly options: StackOptions;
  readonly secrets: Secrets;
  readonly engines: Engines;
  readonly databases: DatabaseUrls;
  readonly plan: ServicePlan;
}

type Environment = Readonly<Record<string, string>>;

const host = '127.0.0.1';

/** Everything the services of a process read, on top of the environment of `npm start` itself. */
export function makeProcessEnvironment(plan: ProcessPlan, context: ServiceContext): Environment {
  const { services } = plan;
  const base = inherited(context.options.environment);
  const [first] = services;
  if (first !== undefined && services.length === 1) {
    return { ...base, ...makeServiceEnvironment(first, plan, context) };
  }
  const own = services.flatMap((service) =>
    Object.entries(makeServiceEnvironment(service, plan, context)).map(
      ([name, value]) => [`${service.toUpperCase()}__${name}`, value] as const,
    ),
  );
  return { ...base, SERVICES: services.join(','), ...Object.fromEntries(own) };
}

function makeServiceEnvironment(
  name: ServiceName,
  plan: ProcessPlan,
  context: ServiceContext,
): Environment {
  const { http, grpc, internal } = plan.ports[name] ?? context.plan.ports[name];
  return {
    BIND_HOST: host,
    HTTP_PORT: String(http),
    INTERNAL_PORT: String(internal),
    ...(grpc === undefined ? {} : { GRPC_PORT: String(grpc) }),
    ...sharedEnvironment(context),
    ...redisEnvironment(name, context),
    ...tlsEnvironment(name, context.options),
    ...(isSchemaOwner(name) ? { DATABASE_URL: context.databases.forSchema(name) } : {}),
    ...ownEnvironment(name, plan, context),
  };
}

/** The URL that names a superuser is for provisioning only. */
function inherited({ DATABASE_URL: _superuser, ...rest }: NodeJS.ProcessEnv): Environment {
  return Object.fromEntries(
    Object.entries(rest).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function isSchemaOwner(name: ServiceName): name is ServiceName & SchemaName {
  return schemaNames.some((schema) => schema === name);
}

function sharedEnvironment({ options, secrets, engines, databases }: ServiceContext): Environment {
  return {
    EVENT_LOG: options.eventLog,
    EVENT_LOG_DATABASE_URL: databases.forSchema('eventlog'),
    ...(engines.kafkaBrokers === undefined ? {} : { KAFKA_BROKERS: engines.kafkaBrokers }),
    DEVELOPMENT_SETTINGS: 'all',
    PLAINTEXT_HOSTS: '*',
    SERVICE_SECRET: secrets.serviceSecret,
    IDENTITY_SECRET: secrets.identitySecret,
    SITE_URL: consoleUrl(options),
  };
}

/** A Redis that was given has the users that its operator made: its URL is used as it is. */
function redisEnvironment(
  name: ServiceName,
  { engines, options, secrets }: ServiceContext,
): Environment {
  if (!isRedisUser(name)) return {};
  if (options.redisUrl !== undefined) return { REDIS_URL: options.redisUrl };
  return { REDIS_URL: changeRedisUser(engines.redisUrl, name, getRedisPassword(secrets, name)) };
}

function tlsEnvironment(name: ServiceName, options: StackOptions): Environment {
  const files = findCertificateFiles(name, options);
  if (files === undefined) return {};
  const { caFile, certFile, keyFile } = files;
  return { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_CA_FILE: caFile };
}

/** Undefined: the services talk without TLS. */
export function findCertificateFiles(
  name: ServiceName,
  { tlsDirectory }: StackOptions,
): CertificateFiles | undefined {
  if (tlsDirectory === undefined) return undefined;
  const file = (base: string): string => join(tlsDirectory, base);
  return {
    certFile: file(`${name}.crt`),
    keyFile: file(`${name}.key`),
    caFile: file('authority.crt'),
  };
}

function ownEnvironment(name: ServiceName, own: ProcessPlan, context: ServiceContext): Environment {
  const { options, secrets, plan } = context;
  const { instance } = own;
  const grpc = (service: ServiceName): string => makeGrpcAddress(service, plan);
  switch (name) {
    case 'edge':
      return edgeEnvironment(context, own);
    case 'auth':
      return {
        BILLING_GRPC_ADDRESS: grpc('billing'),
        ORGS_GRPC_ADDRESS: grpc('orgs'),
        EDU_CODE_SECRET: secrets.eduCodeSecret,
        ...mailEnvironment(options),
        SIGNUPS_PER_IP_HOUR: '10000',
        LOGINS_PER_IP_15MIN: '10000',
        SIGN_IN_LINKS: '1',
      };
    case 'orgs':
      return {
        AUTH_GRPC_ADDRESS: grpc('auth'),
        BILLING_GRPC_ADDRESS: grpc('billing'),
        RELAY_GRPC_ADDRESS: grpc('relay'),
        ...sealingEnvironment(context),
        ...mailEnvironment(options),
      };
    case 'relay':
      return {
        BILLING_GRPC_ADDRESS: grpc('billing'),
        ORGS_GRPC_ADDRESS: grpc('orgs'),
        SPOOL_DIR: getSpoolDirectory(options.dataDirectory, instance),
        OBJECT_DIR: join(options.dataDirectory, 'objects'),
        INSTANCE_ID: `relay-${instance}`,
        SECRETS_KEY: options.environment['SECRETS_KEY'] ?? secrets.secretsKey,
        ...sealingEnvironment(context),
        ...simulatorEnvironment(context),
      };
    case 'billing':
      return {
        AUTH_GRPC_ADDRESS: grpc('auth'),
        ORGS_GRPC_ADDRESS: grpc('orgs'),
        PAYMENTS_DEV: options.environment['PAYMENTS_DEV'] ?? '1',
        ...mailEnvironment(options),
      };
    case 'video':
      return {
        BILLING_GRPC_ADDRESS: grpc('billing'),
        RELAY_GRPC_ADDRESS: grpc('relay'),
        ORGS_GRPC_ADDRESS: grpc('orgs'),
        OBJECT_DIR: join(options.dataDirectory, 'objects'),
      };
    case 'audit':
      return { ORGS_GRPC_ADDRESS: grpc('orgs') };
    case 'simulator':
      return {};
  }
}

/** Answers for every provider, for test keys, and for a search engine. */
function simulatorEnvironment({ options: { environment }, plan }: ServiceContext): Environment {
  const url = simulatorUrl({ plan });
  return {
    SIMULATOR_URL: environment['SIMULATOR_URL'] ?? url,
    TEST_MODE_URL: environment['TEST_MODE_URL'] ?? url,
    ...(environment['WEB_SEARCH_ENGINE'] === undefined && {
      WEB_SEARCH_ENGINE: 'searxng',
      WEB_SEARCH_URL: `${url}/engines/searxng`,
      WEB_SEARCH_ALLOW_CIDRS: `${host}/32`,
    }),
  };
}

/** All instances of a service. */
function makeGrpcAddress(service: ServiceName, plan: ServicePlan): string {
  const addresses = listPorts(service, 'grpc', plan).map((port) => `${host}:${port}`);
  return addresses.length === 1 ? addresses.join() : `ipv4:${addresses.join(',')}`;
}

function listPorts(
  service: ServiceName,
  kind: 'grpc' | 'http',
  { processes }: ServicePlan,
): readonly number[] {
  const ports = processes.map((each) => each.ports[service]?.[kind]);
  return ports.filter((port) => port !== undefined);
}

/** What both sides of an organization's own provider keys need, and of kept evidence. */
function sealingEnvironment({ options, secrets }: ServiceContext): Environment {
  const { environment } = options;
  return {
    BYOK_MASTER_KEY: environment['BYOK_MASTER_KEY'] ?? secrets.byokMasterKey,
    EVIDENCE_KEY: secrets.evidenceKey,
    OUTBOUND_ALLOW_HTTP: environment['OUTBOUND_ALLOW_HTTP'] ?? '1',
    OUTBOUND_ALLOW_CIDRS: environment['OUTBOUND_ALLOW_CIDRS'] ?? '',
  };
}

function mailEnvironment({ dataDirectory, environment }: StackOptions): Environment {
  return {
    MAIL_ADAPTER: environment['MAIL_ADAPTER'] ?? 'log',
    MAIL_DIR: join(dataDirectory, 'mail'),
  };
}

function edgeEnvironment(
  { options, secrets, plan }: ServiceContext,
  { ports }: ProcessPlan,
): Environment {
  const scheme = options.tlsDirectory === undefined ? 'http' : 'https';
  const url = (service: ServiceName): string =>
    listPorts(service, 'http', plan)
      .map((each) => `${scheme}://${host}:${each}`)
      .join(',');
  return {
    PORT: String(ports.edge?.http ?? options.edgePort),
    EDGE_HOST: options.edgeHost,
    AUTH_URL: url('auth'),
    BILLING_URL: url('billing'),
    ORGS_URL: url('orgs'),
    RELAY_URL: url('relay'),
    VIDEO_URL: url('video'),
    AUDIT_URL: url('audit'),
    AUTH_GRPC_ADDRESS: makeGrpcAddress('auth', plan),
    ...shareLimits(plan),
    ADMIN_TOKEN: options.adminToken ?? secrets.adminToken,
    TRUSTED_PROXIES: options.environment['TRUSTED_PROXIES'] ?? '127.0.0.1/32,::1/128',
  };
}

function shareLimits(plan: ServicePlan): Environment {
  const edges = listPorts('edge', 'http', plan).length;
  if (edges === 1) return {};
  const sharing = new Set(listPorts('edge', 'http', plan)).size === 1;
  return { EDGE_INSTANCES: String(edges), EDGE_SHARES_PORT: sharing ? '1' : '0' };
}

/** The base of the simulator as a provider of models. */
export function simulatorUrl({ plan }: Pick<ServiceContext, 'plan'>): string {
  return `http://${host}:${plan.ports.simulator.http}/v1`;
}

/** The address that people open; cookies are made for it. */
export function consoleUrl(options: StackOptions): string {
  return options.environment['SITE_URL'] ?? siteUrl(options);
}

/** Where a browser or client on this machine reaches the edge. */
export function siteUrl({ edgePort }: StackOptions): string {
  return `http://${host}:${edgePort}`;
}
