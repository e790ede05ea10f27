import { checkDatabaseUrl } from './check-database-url';
import type { EnvReader } from './env-reader';
import { checkHttpUrl } from './http-url';
import { readRanges } from './read-ranges';
import type { Secret } from './secret';

const portMax = 65_535;

export function readPort(env: EnvReader, name: string, about: string, fallback?: number): number {
  const options = { about, min: 0, max: portMax };
  return env.number(name, fallback === undefined ? options : { ...options, fallback });
}

export interface ServerSettings {
  readonly bindHost: string;
  readonly httpPort: number;
  readonly internalPort: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
}

/** What every service behind the edge reads. */
export function readServerSettings(env: EnvReader): ServerSettings {
  return {
    bindHost: env.text('BIND_HOST', {
      about: 'address the inner ports bind to',
      fallback: '127.0.0.1',
    }),
    httpPort: readPort(env, 'HTTP_PORT', 'public routes, reached through the edge'),
    internalPort: readPort(env, 'INTERNAL_PORT', '/healthz, /readyz and /metrics'),
    logLevel: readLogLevel(env),
  };
}

export function readLogLevel(env: EnvReader): ServerSettings['logLevel'] {
  return env.choice('LOG_LEVEL', {
    about: 'least level that is logged',
    choices: ['debug', 'info', 'warn', 'error'],
    fallback: 'info',
  });
}

/** Only tests of the whole stack set it. */
export function readCrashPointDirectory(env: EnvReader): string {
  const directory = env.text('CRASH_POINT_DIR', {
    about: 'for fault tests: a file here, named after a crash point, ends the service at it',
    fallback: '',
  });
  env.developmentOnly('CRASH_POINT_DIR', directory !== '', 'ends the service at crash points');
  return directory;
}

export function readDatabaseUrl(env: EnvReader): string {
  const url = env.text('DATABASE_URL', {
    about:
      'Postgres, as the role of this service; with TLS: ?sslmode=verify-full; ' +
      'several hosts (host:port,host:port): the one that accepts writes is used',
    pattern: /^postgres(ql)?:\/\//,
  });
  checkDatabaseUrl(env, 'DATABASE_URL', url);
  return url;
}

const fundedRateDefault = 200;

/** Read by the service that enforces the rate limit and by those that show it: they must agree. */
export function readFundedRate(env: EnvReader): number {
  return env.number('RATE_LIMIT_FUNDED', {
    about: 'requests per minute of an account with a balance of at least 10 USD',
    fallback: fundedRateDefault,
    min: 1,
    max: 1_000_000_000,
  });
}

/** `SERVICE_SLUG` names the service in headers, cookies and usage fields. */
export function readServiceSlug(env: EnvReader): string {
  return env.text('SERVICE_SLUG', {
    about: 'name of the service in headers, cookies and usage fields',
    fallback: 'tollgate',
    pattern: /^[a-z][a-z0-9]{1,11}$/,
  });
}

/** Where people reach the site: decides how safe the cookie is and where writes may come from. */
export function readSiteUrl(env: EnvReader): string {
  return env.text('SITE_URL', {
    about: 'address of the site as browsers see it',
    fallback: 'http://127.0.0.1:8080',
    pattern: /^https?:\/\/[^/\s]+$/,
  });
}

/** The base URL of the API for clients, up to /v1. */
export function readBaseUrl(env: EnvReader, siteUrl: string): string {
  const about = 'address of the API: /v1; SITE_URL when it is not set';
  return readOwnUrl(env, 'BASE_URL', about) ?? siteUrl;
}

/** An address of ours as clients see it, without a path. */
export function readOwnUrl(env: EnvReader, name: string, about: string): string | undefined {
  const url = env.optionalText(name, { about });
  const rule = {
    example: 'https://api.example.com',
    path: 'refused',
    plaintext: 'allowed',
  } as const;
  if (url !== undefined) checkHttpUrl(env, name, url, rule);
  return url;
}

export interface LoadSettings {
  readonly loopDelayMsMax: number;
  /** 0: as much as heap, container and machine allow. */
  readonly memoryMebibytesMax: number;
  readonly requestsMax: number;
}

const loopDelayMsDefault = 500;
const requestsDefault = 10_000;
const memoryMebibytesMax = 1024 * 1024;

/** When a service begins to refuse new requests with 503. */
export function readLoadSettings(env: EnvReader): LoadSettings {
  return {
    loopDelayMsMax: env.number('SHED_LOOP_DELAY_MS', {
      about: 'mean delay of the event loop above which new requests get 503',
      fallback: loopDelayMsDefault,
      min: 10,
      max: 60_000,
    }),
    memoryMebibytesMax: env.number('SHED_MEMORY_MB', {
      about: 'heap and external memory above which new requests get 503; 0: 80 % of what there is',
      fallback: 0,
      min: 0,
      max: memoryMebibytesMax,
    }),
    requestsMax: env.number('SHED_REQUESTS', {
      about: 'requests under way above which new ones get 503',
      fallback: requestsDefault,
      min: 1,
      max: 1_000_000,
    }),
  };
}

const ringPattern = /^(?:(?:[a-z0-9-]{1,32}:)?[0-9a-fA-F]{64}(?:\s*,\s*|$))+$/;
const ringForm = 'AES-256 in 64 hexadecimal characters; `id:hex,id:hex` while it is being replaced';

export function readByokMasterKey(env: EnvReader): Secret {
  return env.secret('BYOK_MASTER_KEY', {
    about: `seals the provider keys of organizations: ${ringForm}`,
    lengthMin: 64,
    pattern: ringPattern,
  });
}

export function readEvidenceKey(env: EnvReader): Secret {
  return env.secret('EVIDENCE_KEY', {
    about: `seals the texts of requests that moderation refused: ${ringForm}`,
    lengthMin: 64,
    pattern: ringPattern,
  });
}

/** What tenants may make us connect to, beyond the public internet. */
export function readOutboundSettings(env: EnvReader): {
  readonly allowCidrs: readonly string[];
  readonly allowsHttp: boolean;
} {
  return {
    allowCidrs: readRanges(
      env,
      'OUTBOUND_ALLOW_CIDRS',
      'private address ranges that provider keys of organizations may point to',
    ),
    allowsHttp: env.boolean('OUTBOUND_ALLOW_HTTP', {
      about: 'provider keys of organizations may point to http addresses',
      fallback: false,
    }),
  };
}
