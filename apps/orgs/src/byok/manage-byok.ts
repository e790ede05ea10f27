import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import { requireOrgRole } from '@tollgate/org-access';
import { isSameOrigin, maskKey } from '@tollgate/secret-box';
import type { ChangeOrg } from '../organizations/change-org';
import type { Clock, OrgDatabase } from '../shared/ports';
import { adminOnly, type OrgRequest } from '../shared/requester';
import { byokKeysPerOrgMax, unknownHealth, type ByokKey, type SyncResult } from './byok-key';
import { assertByok, assertCredentials, syncByok } from './check-byok';
import { nameRow, type ByokOutside } from './ports';

type Request = Omit<OrgRequest, 'roles'>;

export type ByokSettings = Pick<
  ByokKey,
  'name' | 'baseUrl' | 'protocol' | 'isSeamless' | 'scopedKeyIds' | 'isEnabled' | 'models'
>;

export interface ByokChange extends Partial<ByokSettings> {
  /** Flips these and leaves the others. */
  readonly toggles?: ReadonlyMap<string, boolean>;
  /** The key for another host that baseUrl changes to. */
  readonly apiKey?: string;
}

export interface SyncedKey {
  readonly key: ByokKey;
  readonly sync: SyncResult;
}

export interface ManageByok {
  readonly list: (request: Request) => Promise<readonly ByokKey[]>;
  readonly get: (request: Request, byokId: string) => Promise<ByokKey>;
  readonly create: (
    request: Request,
    input: { readonly ulid: string; readonly apiKey: string; readonly settings: ByokSettings },
  ) => Promise<SyncedKey>;
  readonly update: (request: Request, byokId: string, change: ByokChange) => Promise<SyncedKey>;
  readonly remove: (request: Request, byokId: string) => Promise<void>;
}

interface ByokPorts {
  readonly database: OrgDatabase;
  readonly changeOrg: ChangeOrg;
  readonly byokOutside: ByokOutside;
  readonly clock: Clock;
}

/** Provider keys of an organization. Providers are asked outside of transactions. */
export function manageByokUseCase(ports: ByokPorts): ManageByok {
  const { changeOrg, database } = ports;
  return {
    get: (request, byokId) => findKey(ports, request, byokId),

    list: async (request) => {
      await requireAdmin(ports, request);
      return database.byokKeys.list(request.orgId);
    },

    create: async (request, { apiKey, settings, ulid }) => {
      const { key, sync } = await prepareKey(ports, request, { apiKey, settings, ulid });
      return changeOrg({ ...request, roles: adminOnly }, async ({ byokKeys, record }) => {
        const made = await byokKeys.find(key.orgId, key.id);
        if (made) return { key: made, sync };
        if ((await byokKeys.list(key.orgId)).length >= byokKeysPerOrgMax) throw makeTooManyError();
        await byokKeys.insert(key);
        const target = { type: 'byok_key', id: key.id } as const;
        await record({ action: 'org.byok.create', target, after: describeKey(key) });
        return { key, sync };
      });
    },

    update: (request, byokId, change) => updateKey(ports, request, byokId, change),

    remove: (request, byokId) =>
      changeOrg({ ...request, roles: adminOnly }, async ({ byokKeys, record }) => {
        const before = await byokKeys.find(request.orgId, byokId);
        if (!before) throw makeNoKeyError();
        await byokKeys.delete(byokId);
        const target = { type: 'byok_key', id: byokId } as const;
        await record({ action: 'org.byok.delete', target, before: describeKey(before) });
      }),
  };
}

async function requireAdmin({ database }: ByokPorts, request: Request): Promise<void> {
  const { orgId, requester } = request;
  const need = { orgId, roles: adminOnly, requestId: requester.actor.requestId };
  await requireOrgRole(requester.identity, need, database.members);
}

async function findKey(ports: ByokPorts, request: Request, byokId: string): Promise<ByokKey> {
  await requireAdmin(ports, request);
  const key = await ports.database.byokKeys.find(request.orgId, byokId);
  if (!key) throw makeNoKeyError();
  return key;
}

/** A key as it will be stored, with the result of the model sync. */
async function prepareKey(
  ports: ByokPorts,
  request: Request,
  { apiKey, settings, ulid }: Parameters<ManageByok['create']>[1],
): Promise<SyncedKey> {
  const { byokOutside: outside, clock } = ports;
  const { orgId, requester } = request;
  const { requestId } = requester.actor;
  await requireAdmin(ports, request);
  assertCredentials({ ...settings, apiKey });
  await assertByok(outside, { orgId, ...settings }, requestId);
  const now = clock.now();
  const asked = { ...settings, apiKey, health: unknownHealth };
  const { health, models, sync } = await syncByok(outside, asked, { now, requestId });
  const id = idPrefixes.byokKey + ulid;
  const sealed = outside.seal(apiKey, nameRow({ id, orgId }));
  const key = {
    ...settings,
    ...{ id, orgId, models, health, createdAt: now, updatedAt: now },
    keyMask: maskKey(apiKey),
    sealedKey: sealed.bytes,
    masterKeyId: sealed.keyId,
  };
  return { key, sync };
}

async function updateKey(
  ports: ByokPorts,
  request: Request,
  byokId: string,
  { apiKey: givenKey, toggles, ...change }: ByokChange,
): Promise<SyncedKey> {
  const { byokOutside: outside, changeOrg, clock } = ports;
  const known = await findKey(ports, request, byokId);
  assertKeyForHost(known, change.baseUrl, givenKey);
  const { requestId } = request.requester.actor;
  const apiKey = givenKey ?? outside.open(known, nameRow(known));
  assertCredentials({ ...known, ...change, apiKey });
  await assertByok(outside, { orgId: request.orgId, ...change }, requestId);
  const asked = { ...flip({ ...known, ...change }, toggles), apiKey };
  const now = clock.now();
  const { health, models, sync } = await syncByok(outside, asked, { now, requestId });
  const key = await changeOrg({ ...request, roles: adminOnly }, async ({ byokKeys, record }) => {
    const before = await byokKeys.find(request.orgId, byokId);
    if (!before) throw makeNoKeyError();
    // Again, because the provider was asked since: the key of one host must not join another.
    assertKeyForHost(before, change.baseUrl, givenKey);
    const storedKey = givenKey ?? outside.open(before, nameRow(before));
    // Every change seals the key again, so that a former master key can be retired.
    const { bytes: sealedKey, keyId: masterKeyId } = outside.seal(storedKey, nameRow(before));
    const sealed = { sealedKey, masterKeyId, keyMask: maskKey(storedKey) };
    const after = { ...before, ...change, ...sealed, models, health, updatedAt: now };
    await byokKeys.update(after);
    const [was, is] = [describeKey(before), describeKey(after)];
    const target = { type: 'byok_key', id: byokId } as const;
    if (!isDeepStrictEqual(was, is))
      await record({ action: 'org.byok.update', target, before: was, after: is });
    return after;
  });
  return { key, sync };
}

/**
 * A stored key must not be sent to a host that it was not given for. Raises:
 * missing_required_field without a key for another host, unsupported_param for a key without one.
 */
function assertKeyForHost(
  key: ByokKey,
  baseUrl: string | undefined,
  givenKey: string | undefined,
): void {
  if (baseUrl !== undefined && givenKey === undefined && !isSameOrigin(key.baseUrl, baseUrl)) {
    throw new AppError('missing_required_field', {
      message: 'apiKey is required when baseUrl changes to another host: send the key again',
      param: 'apiKey',
    });
  }
  if (baseUrl === undefined && givenKey !== undefined) {
    throw new AppError('unsupported_param', {
      message: 'apiKey cannot be replaced without baseUrl: make a new provider key',
      param: 'apiKey',
    });
  }
}

/** Raises: unsupported_param, for a model that is not mapped. */
function flip(key: ByokKey, toggles: ReadonlyMap<string, boolean> = new Map()): ByokKey {
  const mapped = new Set(key.models.map(({ model }) => model));
  const unknown = [...toggles.keys()].find((model) => !mapped.has(model));
  if (unknown !== undefined) {
    throw new AppError('unsupported_param', {
      message: `modelToggles names ${unknown.slice(0, 100)}, which is not mapped`,
      param: 'modelToggles',
    });
  }
  const models = key.models.map((one) => ({
    ...one,
    isEnabled: toggles.get(one.model) ?? one.isEnabled,
  }));
  return { ...key, models };
}

function makeTooManyError(): AppError {
  return new AppError('conflict', {
    message: `An organization has at most ${byokKeysPerOrgMax} provider keys`,
  });
}

function makeNoKeyError(): AppError {
  return new AppError('not_found', { message: 'No such provider key' });
}

/** For the audit log: never the key. */
function describeKey(key: ByokKey): object {
  const { baseUrl, isEnabled, isSeamless, keyMask, models, name, protocol, scopedKeyIds } = key;
  const fallbackMode = isSeamless ? 'seamless' : 'strict';
  return {
    name,
    baseUrl,
    keyMask,
    protocol,
    fallbackMode,
    scopedKeyIds,
    enabled: isEnabled,
    models,
  };
}
