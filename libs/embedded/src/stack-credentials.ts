import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from './processes/json-file';

/** The account that exists after the first start. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly standardKey: string;
  readonly managementKey: string;
}

/** The user that operates the service in the console. */
export type OperatorAccount = Pick<DemoAccount, 'email' | 'password' | 'userId'>;

/** The organization of the demo account, with keys that its wallet pays for. */
export interface DemoOrg {
  readonly id: string;
  readonly managementKey: string;
  readonly standardKey: string;
}

/** What a person or a test needs to use a running stack; the file is for its owner only. */
export interface StackCredentials {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly adminToken: string;
  readonly mailDir: string;
  readonly demo?: DemoAccount;
  readonly operator?: OperatorAccount;
  readonly org?: DemoOrg;
  /** The living process of every part. */
  readonly pids: Readonly<Record<string, number>>;
  /** Superuser, in the database of the services. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

function credentialsFile(dataDirectory: string): string {
  return join(dataDirectory, 'credentials.json');
}

export function writeCredentials(dataDirectory: string, credentials: StackCredentials): void {
  writeJsonFile(credentialsFile(dataDirectory), credentials);
}

export function findCredentials(dataDirectory: string): StackCredentials | undefined {
  return readJsonFile<StackCredentials>(credentialsFile(dataDirectory));
}
