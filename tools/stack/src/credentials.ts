import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '@tollgate/embedded';
import type { DemoAccount } from './demo-account';

/** What a person or a test needs to use the running stack; the file is for its owner only. */
export interface Credentials {
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly adminToken: string;
  readonly mailDir: string;
  readonly demo?: DemoAccount;
  readonly pids: Readonly<Record<string, number>>;
  /** Superuser, in the database of the services. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

function credentialsFile(dataDirectory: string): string {
  return join(dataDirectory, 'credentials.json');
}

export function writeCredentials(dataDirectory: string, credentials: Credentials): void {
  writeJsonFile(credentialsFile(dataDirectory), credentials);
}

export function findCredentials(dataDirectory: string): Credentials | undefined {
  return readJsonFile<Credentials>(credentialsFile(dataDirectory));
}
