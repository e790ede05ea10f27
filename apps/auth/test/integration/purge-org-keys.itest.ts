import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { createKeyStore } from '../../src/keys/key-store';
import { createKey } from '../support/accounts';
import { openInstitution, signIn } from '../support/institutions';
import { createOrgKey, openOrganization } from '../support/organizations';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const options = { deadlineMs: 20_000 };
const purge = (orgId: string) =>
  callUnary(auth.directory.purgeOrgKeys.bind(auth.directory), { orgId }, options);

describe('the keys of a purged organization', () => {
  it('are deleted with all that its institution gave out, and no other key is', async () => {
    const uni = await openInstitution(auth);
    await signIn(auth, uni, `student@${uni.domain}`);
    const acme = await openOrganization(auth);
    const kept = await createOrgKey(auth, acme, acme.admin.caller);
    const personal = await createKey(auth, acme.admin);
    await createOrgKey(auth, { ...acme, orgId: uni.orgId }, uni.admin.caller);
    expect(await purge(uni.orgId)).toEqual({ isDone: true });
    expect(await purge(uni.orgId)).toEqual({ isDone: true });
    for (const table of ['api_keys', 'institution_keys', 'institution_sessions']) {
      const { rows } = await auth.sql.query(`SELECT 1 FROM ${table} WHERE org_id = $1`, [
        uni.orgId,
      ]);
      expect([table, rows]).toEqual([table, []]);
    }
    const find = auth.rpc.authenticateKey.bind(auth.rpc);
    for (const { key } of [kept, personal]) {
      await expect(callUnary(find, { keyHash: hashSecret(key) }, options)).resolves.toBeDefined();
    }
  });

  it('are deleted some at a time', async () => {
    const acme = await openOrganization(auth);
    for (let made = 0; made < 3; made++) await createOrgKey(auth, acme, acme.admin.caller);
    const store = createKeyStore(auth.sql);
    expect(await store.deleteOrgKeys(acme.orgId, 2)).toBe(2);
    expect(await store.deleteOrgKeys(acme.orgId, 2)).toBe(1);
    expect(await store.deleteOrgKeys(acme.orgId, 2)).toBe(0);
  });
});
