import { waitUntil } from '@tollgate/testing';
import type { ApiAnswer, ApiCall, Json } from './api-call';
import type { Gateway } from './gateway';
import { openOrgWithRoles, type OrgWithRoles } from './organizations';

/** A change of a policy is in force on every instance by then, also on a busy machine. */
export const inForce = { timeoutMs: 10_000, pollMs: 50 };

/** An organization with credit as its admin sees it. */
export interface OrgDesk extends OrgWithRoles {
  /** A call under `/v1/orgs/{id}` or `/api/orgs/{id}` that must succeed. */
  readonly v1: (path: string, call?: ApiCall) => Promise<Json>;
  readonly api: (path: string, call?: ApiCall) => Promise<Json>;
  /** PATCH under `/api/orgs/{id}`. */
  readonly set: (path: string, body: object) => Promise<Json>;
  /** The secret of a new standard key: of the organization, a team or a member. */
  readonly makeKey: (body?: object) => Promise<string>;
  readonly listEntries: (action: string) => Promise<Json[]>;
}

export async function openOrgDesk(gateway: Gateway, creditUsd = 100): Promise<OrgDesk> {
  const org = await openOrgWithRoles(gateway);
  const { orgId } = org;
  const { cookie } = org.orgAdmin.account;
  const call = async (path: string, request: ApiCall = {}): Promise<Json> => {
    const answer = await gateway.call(path, { cookie, ...request });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const api: OrgDesk['api'] = (path, request) => call(`/api/orgs/${orgId}${path}`, request);
  await gateway.operate('/api/admin/credits/grants', {
    body: { orgId, amountUsd: creditUsd, reason: 'test' },
  });
  return {
    ...org,
    v1: (path, request) => call(`/v1/orgs/${orgId}${path}`, request),
    api,
    set: (path, body) => api(path, { method: 'PATCH', body }),
    makeKey: async (body = {}) => {
      const made = await api('/keys', { body: { name: 'test', keyType: 'standard', ...body } });
      return made.key as string;
    },
    listEntries: async (action) => (await api(`/audit-log?action=${action}&limit=200`)).entries,
  };
}

/** The entries of an action, once there are as many. */
export function waitForEntries(desk: OrgDesk, action: string, count: number): Promise<Json[]> {
  return waitUntil(
    async () => {
      const entries = await desk.listEntries(action);
      return entries.length >= count ? entries : undefined;
    },
    { timeoutMs: 30_000, what: `${count} entries of ${action}` },
  );
}

export function waitForStatus<Answer extends Pick<ApiAnswer, 'status'>>(
  run: () => Promise<Answer>,
  status: number,
): Promise<Answer> {
  return waitUntil(
    async () => {
      const answer = await run();
      return answer.status === status ? answer : undefined;
    },
    { ...inForce, what: `status ${status}` },
  );
}
