import { Secret } from '@tollgate/config';
import { OrgBillingServiceClient, type VisibleCalls } from '@tollgate/contracts';
import { formatGenerationId, makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import { createBookStore } from '../src/ledger/book-store';
import { aGeneration } from './support/a-generation';
import { serviceSecret, startBilling, type BillingUnderTest } from './support/start-billing';

const orgId = `org_${makeUlid()}`;
const ofTeam = aGeneration({ ulid: makeUlid(), walletId: orgId, teamId: 'team_1', costNanos: 3n });
const teamless = aGeneration({ ulid: makeUlid(), walletId: orgId, teamId: '', costNanos: 4n });
const ofMember = aGeneration({ ulid: makeUlid(), walletId: orgId, memberId: 'mem_1' });
const own = aGeneration({ ulid: makeUlid(), walletId: 'user_1', userId: 'user_1', costNanos: 5n });

let billing: BillingUnderTest;
let client: OrgBillingServiceClient;
beforeAll(async () => {
  billing = await startBilling();
  client = createGrpcClient(OrgBillingServiceClient, {
    address: billing.grpcAddress,
    credential: { secret: new Secret(serviceSecret) },
    logger: silentLogger,
  });
  await createBookStore(billing.sql).postCharges([ofTeam, teamless, ofMember, own]);
});
afterAll(async () => {
  client.close();
  await billing.stop();
});

async function find(id: string, ...scopes: VisibleCalls[]) {
  const request = { generationId: id, scopes };
  return (await callUnary(client.findCall.bind(client), request, { deadlineMs: 5_000 })).call;
}

const idOf = ({ ulid }: { readonly ulid: string }) => formatGenerationId(ulid);

describe('the lookup of a call', () => {
  it('finds a call of any of the wallets', async () => {
    const scopes = [{ walletId: 'user_1' }, { walletId: orgId }];
    const found = { generationId: idOf(own), walletId: 'user_1', model: own.model };
    expect(await find(idOf(own), ...scopes)).toEqual(found);
    expect(await find(idOf(teamless), ...scopes)).toMatchObject({ walletId: orgId });
  });

  it('finds no call of another wallet or team', async () => {
    expect(await find(idOf(own), { walletId: orgId })).toBeUndefined();
    expect(await find(idOf(own))).toBeUndefined();
    const team = { walletId: orgId, teamId: 'team_1' };
    expect(await find(idOf(ofTeam), team)).toMatchObject({ walletId: orgId });
    expect(await find(idOf(teamless), team)).toBeUndefined();
    expect(await find(idOf(ofTeam), { walletId: orgId, teamId: 'team_2' })).toBeUndefined();
    expect(
      await find(idOf(ofTeam), { walletId: 'user_1' }, { ...team, teamId: '' }),
    ).toBeUndefined();
  });

  it('finds no call of another member', async () => {
    const scope = { walletId: orgId, memberId: 'mem_1' };
    expect(await find(idOf(ofMember), scope)).toMatchObject({ walletId: orgId });
    expect(await find(idOf(ofTeam), scope)).toBeUndefined();
    expect(await find(idOf(ofMember), { walletId: orgId, memberId: 'mem_2' })).toBeUndefined();
    expect(await find(idOf(ofMember), { walletId: orgId, memberId: '' })).toBeUndefined();
  });

  it('finds nothing for unknown ids and other texts', async () => {
    for (const id of ['', 'gen-', 'gen-x', 'req_1', '%', formatGenerationId(makeUlid())]) {
      expect([id, await find(id, { walletId: 'user_1' })]).toEqual([id, undefined]);
    }
  });

  it('refuses more than 101 scopes', async () => {
    const scopes = Array.from({ length: 102 }, () => ({ walletId: 'user_1' }));
    await expect(find(idOf(own), ...scopes)).rejects.toMatchObject({ reason: 'bad_request' });
  });
});
