import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  createApiClient,
  ensureSimulatorModels,
  freeSimulatorModel,
  readJsonFile,
  textField,
  writeJsonFile,
  type ApiAnswer,
  type ApiClient,
  type DemoAccount,
  type DemoOrg,
} from '@tollgate/embedded';
import { ensureDemoOrg, type OrgProgress } from './ensure-demo-org';

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
  /** The quota of the simulator's free model was set once; an operator may delete it later. */
  readonly hasFreeModel?: boolean;
  readonly org?: OrgProgress;
}

export interface Demo {
  readonly account: DemoAccount;
  readonly org: DemoOrg;
}

const email = 'demo@tollgate.local';
const grantUsd = 25;
const passwordBytes = 18;
const conflict = 409;

/** Creates the demo account and its organization, with keys, models and credit, once. */
export async function createDemo(options: DemoOptions): Promise<Demo> {
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
  if (progress.hasFreeModel !== true) {
    const path = `/api/admin/free-tiers/${encodeURIComponent(freeSimulatorModel)}`;
    await call({ method: 'PUT', path, headers: operator, body: {} });
    keep({ hasFreeModel: true });
  }
  if (progress.isGranted !== true) {
    const body = { userId, amountUsd: grantUsd, reason: 'demo' };
    await call({ method: 'POST', path: '/api/admin/credits/grants', headers: operator, body });
    keep({ isGranted: true });
  }
  const org = await ensureDemoOrg({
    call,
    operator,
    logIn: async () => ({ cookie: (await logIn(call, password)).cookie ?? '' }),
    progress: progress.org ?? {},
    keep: (more) => void keep({ org: more }),
  });
  return { account: { email, password, userId, standardKey, managementKey }, org };
}

function logIn(call: ApiClient, password: string): Promise<ApiAnswer> {
  return call({ method: 'POST', path: '/api/auth/login', body: { email, password } });
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
  const login = await logIn(call, password);
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
