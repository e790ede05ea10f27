import {
  defineConfig,
  quote,
  readDatabaseUrl,
  readEventLogSettings,
  readFundedRate,
  readIdentitySecrets,
  readPort,
  readRedisUrl,
  readServerSettings,
  readServiceCredential,
  readTracingSettings,
  readServiceSlug,
  readSiteUrl,
  type EnvReader,
  type EventLogSettings,
  type Secret,
  type ServerSettings,
  readGrpcAddress,
  type ServiceCredential,
  type TracingSettings,
} from '@tollgate/config';
import { normalizeEmail } from '@tollgate/http';
import { readMailSettings, type MailSettings } from '@tollgate/mail';

export interface AuthConfig extends ServerSettings {
  readonly grpcPort: number;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly eventLog: EventLogSettings;
  readonly credential: ServiceCredential;
  readonly identitySecrets: readonly Secret[];
  readonly serviceSlug: string;
  readonly siteUrl: string;
  readonly billingGrpcAddress: string;
  readonly orgsGrpcAddress: string;
  readonly fundedRequestsPerMinute: number;
  readonly signUpsPerIpHour: number;
  readonly logInsPerIp15Min: number;
  /** Binary logarithm of the cost of scrypt. */
  readonly passwordCost: number;
  /** Whether the answer to a sign-up reveals that the address has an account. */
  readonly hidesAccounts: boolean;
  readonly operatorEmails: readonly string[];
  /** Whether the gRPC port makes links that sign a user in. */
  readonly areLinksEnabled: boolean;
  /** The first one keys new hashes, all of them are accepted. */
  readonly eduCodeSecrets: readonly [Secret, ...Secret[]];
  readonly mail: MailSettings;
  /** Undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
}

const attemptsMax = 1_000_000;
const secretLengthMin = 32;
/** 32 MB and some 100 ms for each password. */
const passwordCostSafe = 15;

export const authConfig = defineConfig<AuthConfig>({
  name: 'auth',
  read: (env) => ({
    ...readServerSettings(env),
    tracing: readTracingSettings(env),
    grpcPort: readPort(env, 'GRPC_PORT', 'AuthService and DirectoryService'),
    databaseUrl: readDatabaseUrl(env),
    redisUrl: readRedisUrl(env),
    eventLog: readEventLogSettings(env),
    credential: readServiceCredential(env),
    identitySecrets: readIdentitySecrets(env),
    serviceSlug: readServiceSlug(env),
    siteUrl: readSiteUrl(env),
    billingGrpcAddress: readGrpcAddress(env, 'BILLING_GRPC_ADDRESS', 'billing'),
    orgsGrpcAddress: readGrpcAddress(env, 'ORGS_GRPC_ADDRESS', 'orgs'),
    fundedRequestsPerMinute: readFundedRate(env),
    signUpsPerIpHour: env.number('SIGNUPS_PER_IP_HOUR', {
      about: 'accounts one address may create in an hour',
      fallback: 5,
      min: 1,
      max: attemptsMax,
    }),
    logInsPerIp15Min: env.number('LOGINS_PER_IP_15MIN', {
      about: 'logins, and asked-for password mails, one address may try in 15 minutes',
      fallback: 10,
      min: 1,
      max: attemptsMax,
    }),
    passwordCost: readPasswordCost(env),
    hidesAccounts: env.boolean('AUTH_ANTI_ENUM', {
      about: 'sign-ups answer alike whether the address has an account, and open no session',
      fallback: false,
    }),
    operatorEmails: readOperatorEmails(env),
    areLinksEnabled: readSignInLinks(env),
    eduCodeSecrets: readEduCodeSecrets(env),
    mail: readMailSettings(env),
  }),
});

function readPasswordCost(env: EnvReader): number {
  const cost = env.number('PASSWORD_COST', {
    about: 'binary logarithm of the cost of scrypt for passwords: one more doubles time and memory',
    fallback: passwordCostSafe,
    min: 10,
    max: 17,
  });
  env.developmentOnly(
    'PASSWORD_COST',
    cost < passwordCostSafe,
    `is below ${passwordCostSafe}, so that stolen hashes are cheap to guess`,
  );
  return cost;
}

function readEduCodeSecrets(env: EnvReader): AuthConfig['eduCodeSecrets'] {
  const other = env.optionalSecret('EDU_CODE_SECRET_OTHER', {
    about: 'accepted too while EDU_CODE_SECRET is replaced: first the new one, then the old one',
    lengthMin: secretLengthMin,
  });
  const secret = env.secret('EDU_CODE_SECRET', {
    about: 'keys the hashes of codes that are mailed for institutions',
    lengthMin: secretLengthMin,
  });
  return other === undefined ? [secret] : [secret, other];
}

function readSignInLinks(env: EnvReader): boolean {
  const isEnabled = env.boolean('SIGN_IN_LINKS', {
    about: 'who has SERVICE_SECRET may make links that sign in as any user; for local stacks only',
    fallback: false,
  });
  env.developmentOnly('SIGN_IN_LINKS', isEnabled, 'makes links that sign in as any user');
  return isEnabled;
}

function readOperatorEmails(env: EnvReader): readonly string[] {
  const about = 'comma list of addresses that become operators when they are confirmed';
  return env.list('OPERATOR_EMAILS', { about }).map((text) => {
    const email = normalizeEmail(text);
    if (email === undefined) {
      const form = 'a comma list of mail addresses such as ada@example.com';
      env.faults.push(`OPERATOR_EMAILS must be ${form}, not ${quote(text)}`);
    }
    return email ?? '';
  });
}
