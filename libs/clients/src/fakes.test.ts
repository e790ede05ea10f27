import { createFakeCatalogClient } from './catalog-client.fake';
import { createFakeDirectoryClient } from './directory-client.fake';
import { createFakeOrgBillingClient } from './org-billing-client.fake';
import { createMembershipSource } from './orgs-client';
import { createFakeOrgsClient } from './orgs-client.fake';
import { createFakePolicyClient } from './policy-client.fake';
import { createFakeVideoAdmissionClient } from './video-admission-client.fake';
import { createFakeWalletClient } from './wallet-client.fake';

const requestId = 'req_1';

describe('the in-memory clients', () => {
  it('book, capture and release holds', async () => {
    const wallets = createFakeWalletClient({ wallets: new Map([['w', { balanceNanos: 5n }]]) });
    expect(await wallets.getWallet('w', { requestId })).toMatchObject({ balanceNanos: 5n });
    await wallets.bookHold({ walletId: 'w', holdId: 'h', reference: 'r' });
    expect([...wallets.holds]).toEqual(['h']);
    const ended = { walletId: 'w', holdId: 'h', usageRecorded: Buffer.alloc(0) };
    await wallets.captureHold(ended);
    await expect(wallets.captureHold(ended)).rejects.toMatchObject({ reason: 'not_found' });
    await expect(wallets.releaseHold(ended)).resolves.toBeUndefined();
    expect(await wallets.listKeyUsage('w', ['a', 'b'])).toHaveLength(2);
  });

  it('end memberships', async () => {
    const membership = {
      orgId: 'o',
      orgName: 'Acme',
      memberId: 'm',
      userId: 'u',
      role: 'org_admin' as const,
      isOwner: true,
      teamId: '',
      joinedAt: new Date(0),
      isOrgSuspended: false,
    };
    const orgs = createFakeOrgsClient({ memberships: [membership] });
    const { find } = createMembershipSource(orgs);
    expect(await find('o', 'u', requestId)).toBe(membership);
    expect(await orgs.listAdmins('o', requestId)).toEqual(['u']);
    await orgs.endMemberships('u', true, requestId);
    expect(await find('o', 'u', requestId)).toBeUndefined();
  });

  it('record the changes that they accept', async () => {
    const directory = createFakeDirectoryClient();
    const keys = { orgId: 'o', teamId: 't', memberId: '' };
    await directory.disableKeys(keys, requestId);
    expect(directory.disabled).toEqual([keys]);
    expect(await directory.listUsers(['u'], requestId)).toMatchObject([{ id: 'u', email: null }]);

    const billing = createFakeOrgBillingClient();
    const terms = { orgId: 'o', isMonthly: true, creditLineNanos: 7n };
    await billing.setTerms(terms, { requestId });
    expect(billing.terms.get('o')).toEqual(terms);
  });

  it('refuse what they were not given', async () => {
    await expect(createFakePolicyClient().load('o')).rejects.toMatchObject({ reason: 'not_found' });
    expect(await createFakeVideoAdmissionClient().findRoute('r')).toBeUndefined();
    expect(await createFakeCatalogClient(['a/b']).listModelIds(requestId)).toEqual(['a/b']);
  });
});
