import { withClient } from '@tollgate/embedded';
import { openAccount } from '../test/support/accounts';
import { chat } from '../test/support/chat';
import { startGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { verifyLedger } from '../test/support/verify-ledger';

let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  gateway = await startGateway();
  const account = await openAccount(gateway);
  for (let call = 0; call < 5; call += 1) {
    const answer = await chat(gateway, { bearer: account.key });
    // The receipt exists once the call is in the book; only the till is faster.
    await readGeneration(gateway, answer, account);
  }
});
afterAll(() => gateway.end());

/** As a database superuser could, bypassing the book's own protection. */
function tamper(statement: string): Promise<void> {
  return withClient(gateway.credentials().databaseUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    const { rowCount } = await client.query(statement);
    expect(rowCount).toBe(1);
  });
}

describe('npm run ledger:verify', () => {
  it('finds a good book good', async () => {
    const report = await verifyLedger(gateway);
    expect(report.output).toMatch(/ledger: (\d+) of \1 invariants hold/);
    expect(report.output).toContain('5 calls');
    expect(report.exitCode).toBe(0);
  });

  const oneCharge = `(SELECT min(entry_id) FROM billing.transfers WHERE kind = 'settle')`;
  const oneCall = `(SELECT ulid FROM billing.generations WHERE cost_nanos > 0 ORDER BY 1 LIMIT 1)`;
  it.each([
    [
      'a charge that was raised',
      `UPDATE billing.transfers SET amount_nanos = amount_nanos + 1 WHERE entry_id = ${oneCharge}`,
      `UPDATE billing.transfers SET amount_nanos = amount_nanos - 1 WHERE entry_id = ${oneCharge}`,
      'balances equal the sum of their entries',
    ],
    [
      'a statement with another balance',
      `UPDATE billing.transfers SET balance_after_nanos = balance_after_nanos + 1 WHERE entry_id = ${oneCharge}`,
      `UPDATE billing.transfers SET balance_after_nanos = balance_after_nanos - 1 WHERE entry_id = ${oneCharge}`,
      'every statement has all its places',
    ],
    [
      'a statement with a gap',
      `UPDATE billing.transfers SET wallet_version = wallet_version - 7 WHERE entry_id = ${oneCharge}`,
      `UPDATE billing.transfers SET wallet_version = wallet_version + 7 WHERE entry_id = ${oneCharge}`,
      'every statement has all its places',
    ],
    [
      'a balance that was raised',
      `UPDATE billing.wallets SET balance_nanos = balance_nanos + 1 WHERE id = (SELECT min(id) FROM billing.wallets)`,
      `UPDATE billing.wallets SET balance_nanos = balance_nanos - 1 WHERE id = (SELECT min(id) FROM billing.wallets)`,
      'balances equal the sum of their entries',
    ],
    [
      'a receipt that shows another cost',
      `UPDATE billing.generations SET cost_nanos = cost_nanos + 1 WHERE ulid = ${oneCall}`,
      `UPDATE billing.generations SET cost_nanos = cost_nanos - 1 WHERE ulid = ${oneCall}`,
      'every charged call is in the ledger once, with its amount',
    ],
  ])('finds %s', async (_name, breakIt, mendIt, invariant) => {
    await tamper(breakIt);
    const broken = await verifyLedger(gateway);
    expect(broken.output).toMatch(new RegExp(`^BREACH +${invariant}`, 'm'));
    expect(broken.exitCode).toBe(1);
    await tamper(mendIt);
    expect((await verifyLedger(gateway)).exitCode).toBe(0);
  });

  it('has little to find: the book itself refuses to be changed', async () => {
    const change = withClient(gateway.credentials().databaseUrl, (client) =>
      client.query('UPDATE billing.transfers SET amount_nanos = amount_nanos + 1'),
    );
    await expect(change).rejects.toThrow('the book is immutable');
  });

  it('says that it could not run, with another exit code than a breach', async () => {
    const report = await verifyLedger({ ...gateway, dataDirectory: '/nonexistent' });
    expect(report.exitCode).not.toBe(0);
    expect(report.output).not.toContain('BREACH');
  });
});
