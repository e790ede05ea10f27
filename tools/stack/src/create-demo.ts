import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile, type DemoAccount } from '@tollgate/embedded';
import { createApiClient, textField, type ApiClient } from './api-client';
import { ensureSimulatorModels } from './ensure-simulator-models';
import { ensureTiers } from './ensure-tiers';

export interface DemoOptions {
  readonly baseUrl: string;
  readonly adminToken: string;
  /** The OpenAI-style base of the simulator, with /v1. */
  readonly simulatorUrl: string;
  readonly dataDirectory: string;
}

/** What was done so far; written after each step, so that a broken start is continued. */
interface DemoProgress extends Partial<DemoAccount> {
  readonly isGranted?: boolean;
}

const email = 'demo@tollgate.local';
const grantUsd = 25;
const passwordBytes = 18;
const conflict = 409;

/** Creates the demo account, its keys, its model and its credit through the public API, once. */
export async function createDemo(options: DemoOptions): Promise<DemoAccount> {
  const call = createApiClient(options.baseUrl);
  const operator = { authorization: `Bearer ${options.adminToken}` };
  const file = join(options.dataDirectory, 'demo.json');
  let progress = readJsonFile<DemoProgress>(file) ?? {};
  const keep = <T extends DemoProgress>(more: T): T => {
    progress = { ...progress, ...more };
    writeJsonFile(file, progress);
    return more;
  };

  const { password } =
    progress.password === undefined
      ? keep({ password: randomBytes(passwordBytes).toString('base64url') })
      : { password: progress.password };
  const { userId, standardKey, managementKey } = hasAccount(progress)
    ? progress
    : keep(await openAccount(call, password));
  await ensureSimulatorModels(call, operator, options.simulatorUrl);
  await ensureTiers(call, operator);
  if (progress.isGranted !== true) {
    const body = { userId, amountUsd: grantUsd, reason: 'demo' };
    await call({ method: 'POST', path: '/api/admin/credits/grants', headers: operator, body });
    keep({ isGranted: true });
  }
  return { email, password, userId, standardKey, managementKey };
}

function hasAccount(
  progress: DemoProgress,
): progress is DemoProgress & Pick<DemoAccount, 'userId' | 'standardKey' | 'managementKey'> {
  return progress.standardKey !== undefined && progress.managementKey !== undefined;
}

/** Signs up and makes both keys with the session of a login. */
async function openAccount(
  call: ApiClient,
  password: string,
): Promise<Pick<DemoAccount, 'email' | 'userId' | 'standardKey' | 'managementKey'>> {
  await call({
    method: 'POST',
    path: '/api/auth/signup',
    body: { email, password, name: 'Demo' },
    // A start that broke off after this step signed up already, with the kept password.
    tolerated: [conflict],
  });
  const credentials = { email, password };
  const login = await call({ method: 'POST', path: '/api/auth/login', body: credentials });
  const userId = textField(login.body['user'] as Record<string, unknown>, 'id');
  const makeKey = async (keyType: 'standard' | 'management'): Promise<string> => {
    const answer = await call({
      method: 'POST',
      path: '/api/account/keys',
      headers: { cookie: login.cookie ?? '' },
      body: { name: `demo ${keyType}`, keyType },
    });
    return textField(answer.body, 'key');
  };
  const standardKey = await makeKey('standard');
  return { email, userId, standardKey, managementKey: await makeKey('management') };
}
