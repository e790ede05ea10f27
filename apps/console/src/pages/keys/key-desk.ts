import { once, read } from '../../api/client';
import {
  createAccountKey,
  createOrgKey,
  deleteAccountKey,
  deleteOrgKey,
  listAccountKeys,
  listOrgKeys,
  rotateAccountKey,
  rotateOrgKey,
  updateAccountKey,
  updateOrgKey,
} from '../../api/generated/sdk.gen';
import type {
  CreateAccountKeyData,
  ListAccountKeysData,
  ListAccountKeysResponse,
} from '../../api/generated/types.gen';

export type Key = ListAccountKeysResponse['keys'][number];
export type KeyBody = CreateAccountKeyData['body'];
export type KeyQuery = NonNullable<ListAccountKeysData['query']>;

/** The same actions on the keys of an account and of an organization. */
export interface KeyDesk {
  readonly queryKey: readonly string[];
  readonly list: (query: KeyQuery) => Promise<ListAccountKeysResponse>;
  /** The secret of the new key. */
  readonly create: (body: KeyBody, idempotencyKey: string) => Promise<string>;
  readonly update: (id: string, body: KeyBody) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
  /** The new secret. */
  readonly rotate: (id: string, graceSeconds: number, idempotencyKey: string) => Promise<string>;
}

export const accountKeys: KeyDesk = {
  queryKey: ['keys'],
  list: (query) => read(listAccountKeys({ query })),
  create: async (body, key) => (await read(createAccountKey({ body, ...once(key) }))).key ?? '',
  update: (id, body) => read(updateAccountKey({ path: { id }, body })),
  remove: (id) => read(deleteAccountKey({ path: { id } })),
  rotate: async (id, graceSeconds, key) => {
    const answer = rotateAccountKey({ path: { id }, body: { graceSeconds }, ...once(key) });
    return (await read(answer)).key ?? '';
  },
};

export function makeOrgKeys(orgId: string): KeyDesk {
  return {
    queryKey: ['org', orgId, 'keys'],
    list: (query) => read(listOrgKeys({ path: { orgId }, query })),
    create: async (body, key) =>
      (await read(createOrgKey({ path: { orgId }, body, ...once(key) }))).key ?? '',
    update: (id, body) => read(updateOrgKey({ path: { orgId, id }, body })),
    remove: (id) => read(deleteOrgKey({ path: { orgId, id } })),
    rotate: async (id, graceSeconds, key) => {
      const answer = rotateOrgKey({ path: { orgId, id }, body: { graceSeconds }, ...once(key) });
      return (await read(answer)).key ?? '';
    },
  };
}
