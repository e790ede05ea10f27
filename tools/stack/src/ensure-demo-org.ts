import { textField, type ApiClient, type DemoOrg } from '@tollgate/embedded';

/** What was done so far. */
export interface OrgProgress extends Partial<DemoOrg> {
  readonly isGranted?: boolean;
}

export interface DemoOrgOptions {
  readonly call: ApiClient;
  /** Headers of the demo account's session and of an operator. */
  readonly logIn: () => Promise<Readonly<Record<string, string>>>;
  readonly operator: Readonly<Record<string, string>>;
  readonly progress: OrgProgress;
  readonly keep: (progress: OrgProgress) => void;
}

const name = 'Demo organization';
const grantUsd = 100;

/** The demo account's organization with its keys and its credit, made once. */
export async function ensureDemoOrg(options: DemoOrgOptions): Promise<DemoOrg> {
  const { call, keep, logIn, operator } = options;
  let { progress } = options;
  const advance = (more: OrgProgress): void => {
    progress = { ...progress, ...more };
    keep(progress);
  };
  if (!isWhole(progress)) {
    const session = await logIn();
    const id = progress.id ?? (await findOrg(call, session)) ?? (await makeOrg(call, session));
    advance({ id });
    const managementKey = await makeKey(call, session, id, 'management');
    const standardKey = await makeKey(call, session, id, 'standard');
    advance({ managementKey, standardKey });
  }
  if (!isWhole(progress)) throw new Error('the demo organization is not whole');
  const { id, managementKey, standardKey } = progress;
  if (progress.isGranted !== true) {
    const body = { orgId: id, amountUsd: grantUsd, reason: 'demo' };
    await call({ method: 'POST', path: '/api/admin/credits/grants', headers: operator, body });
    advance({ isGranted: true });
  }
  return { id, managementKey, standardKey };
}

function isWhole(progress: OrgProgress): progress is OrgProgress & DemoOrg {
  const { id, managementKey, standardKey } = progress;
  return id !== undefined && managementKey !== undefined && standardKey !== undefined;
}

type Headers = Readonly<Record<string, string>>;

/** A start that broke off may have founded it already. */
async function findOrg(call: ApiClient, headers: Headers): Promise<string | undefined> {
  const { body } = await call({ method: 'GET', path: '/v1/orgs', headers });
  const own = body['organizations'] as Record<string, unknown>[];
  const found = own.find((organization) => organization['name'] === name);
  return found && textField(found, 'id');
}

async function makeOrg(call: ApiClient, headers: Headers): Promise<string> {
  const { body } = await call({ method: 'POST', path: '/api/orgs', headers, body: { name } });
  return textField(body, 'id');
}

async function makeKey(
  call: ApiClient,
  headers: Headers,
  orgId: string,
  keyType: 'standard' | 'management',
): Promise<string> {
  const path = `/api/orgs/${orgId}/keys`;
  const body = { name: `demo ${keyType}`, keyType };
  const answer = await call({ method: 'POST', path, headers, body });
  return textField(answer.body, 'key');
}
