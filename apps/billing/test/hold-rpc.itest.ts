import { Secret } from '@tollgate/config';
import {
  BookedHoldState,
  UsageRecorded,
  WalletServiceClient,
  type BookedHold,
} from '@tollgate/contracts';
import { makeUlid } from '@tollgate/ids';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { callUnary, createGrpcClient, createGrpcPart, type GrpcPart } from '@tollgate/rpc';
import { createHoldsModule } from '../src/holds/module';
import { decodeUsage } from '../src/ledger/decode-usage';
import { createWalletService } from '../src/wallets/wallet-service';
import { aUsageRecord } from './support/a-generation';
import { getNowMs, startBook, type BookUnderTest } from './support/start-book';

let fixture: BookUnderTest;
let part: GrpcPart;
let client: WalletServiceClient;
const logger = silentLogger;
const credential = { secret: new Secret('service secret of the hold tests') };

beforeAll(async () => {
  fixture = await startBook();
  const service = createWalletService({
    ...createHoldsModule({ ...fixture, getNowMs, logger }),
    decodeUsage,
    findWallet: () => Promise.reject(new Error('not asked here')),
    loadTill: fixture.loadTill,
    loadGoodwill: async () => undefined,
    listKeyUsage: async () => [],
    listKeyTotals: async () => [],
  });
  part = createGrpcPart({
    ...{ name: 'grpc', host: '127.0.0.1', port: 0, services: [service], credential, logger },
    metrics: createMetrics('test'),
  });
  await part.start?.();
  const address = `127.0.0.1:${part.address().port}`;
  client = createGrpcClient(WalletServiceClient, { address, credential, logger });
});
afterAll(async () => {
  client.close();
  await part.stop?.();
  await fixture.stop();
});

const deadline = { deadlineMs: 20_000 };
const book = (walletId: string, holdId: string) => {
  const request = { walletId, holdId, reference: 'vjob_1' };
  return callUnary(client.bookHold.bind(client), request, deadline);
};
const encode = (walletId: string, holdId: string, costNanos: bigint): Buffer =>
  Buffer.from(
    UsageRecorded.encode(aUsageRecord({ walletId, generationUlid: holdId, costNanos })).finish(),
  );
const capture = (walletId: string, holdId: string, costNanos: bigint) => {
  const usageRecorded = encode(walletId, holdId, costNanos);
  return callUnary(client.captureHold.bind(client), { walletId, holdId, usageRecorded }, deadline);
};
const release = (walletId: string, holdId: string) => {
  const request = { walletId, holdId, usageRecorded: encode(walletId, holdId, 0n) };
  return callUnary(client.releaseHold.bind(client), request, deadline);
};

async function admit(walletId: string): Promise<string> {
  const holdId = makeUlid();
  await fixture.credit(walletId, 1_000n);
  await fixture.loadTill(walletId);
  await fixture.till.admit({
    ...{ walletId, holdId, instance: 'video-1', limits: [] },
    ...{ amountNanos: 400n, floorNanos: 400n },
  });
  return holdId;
}

const isConflict = expect.objectContaining({ status: 409 });

describe('durable holds over gRPC', () => {
  it('are booked and captured, with the same answer to a repeated call', async () => {
    const walletId = 'user_rpc';
    const holdId = await admit(walletId);
    const held: BookedHold = {
      ...{ holdId, walletId, amountNanos: 400n, capturedNanos: 0n },
      state: BookedHoldState.BOOKED_HOLD_STATE_HELD,
    };
    expect((await book(walletId, holdId)).hold).toEqual(held);
    expect((await book(walletId, holdId)).hold).toEqual(held);
    const captured: BookedHold = {
      ...{ ...held, capturedNanos: 250n },
      state: BookedHoldState.BOOKED_HOLD_STATE_CAPTURED,
    };
    expect((await capture(walletId, holdId, 250n)).hold).toEqual(captured);
    expect((await capture(walletId, holdId, 300n)).hold).toEqual(captured);
    await expect(release(walletId, holdId)).rejects.toEqual(isConflict);
    expect((await book(walletId, holdId)).hold).toEqual(captured);
    expect(await fixture.findWallet(walletId)).toMatchObject({
      balanceNanos: 750n,
      heldNanos: 0n,
    });
    expect(await fixture.listBreaches()).toEqual([]);
  });

  it('are released once', async () => {
    const walletId = 'user_rpc_release';
    const holdId = await admit(walletId);
    await book(walletId, holdId);
    const state = BookedHoldState.BOOKED_HOLD_STATE_RELEASED;
    expect((await release(walletId, holdId)).hold).toMatchObject({ state });
    expect((await release(walletId, holdId)).hold).toMatchObject({ state });
    await expect(capture(walletId, holdId, 1n)).rejects.toEqual(isConflict);
    expect(await fixture.findWallet(walletId)).toMatchObject({ balanceNanos: 1_000n });
  });

  it('refuse an unadmitted or unknown hold and a malformed record', async () => {
    await expect(book('user_rpc', makeUlid())).rejects.toEqual(isConflict);
    await expect(book('user_rpc', 'nonsense')).rejects.toMatchObject({ status: 400 });
    await expect(capture('user_rpc', makeUlid(), 1n)).rejects.toMatchObject({ status: 404 });
    const walletId = 'user_rpc_bad';
    const holdId = await admit(walletId);
    await book(walletId, holdId);
    const usageRecorded = encode(walletId, makeUlid(), 5n);
    await expect(
      callUnary(client.captureHold.bind(client), { walletId, holdId, usageRecorded }, deadline),
    ).rejects.toMatchObject({ status: 400 });
    expect(await fixture.findWallet(walletId)).toMatchObject({ heldNanos: 400n });
  });
});
