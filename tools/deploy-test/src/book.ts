import { waitUntil } from '@tollgate/embedded';
import { parseGenerationId } from '@tollgate/ids';
import type { ComposeProject } from './compose-project';

/** What the book says about charged calls, by the ULID of the call. */
export interface Charge {
  readonly ulid: string;
  readonly walletId: string;
  readonly costNanos: bigint;
}

const settleTimeoutMs = 90_000;

/** Reads the journal of billing itself, not what is derived from it. */
export async function readCharges(project: ComposeProject): Promise<readonly Charge[]> {
  const query =
    'SELECT reference, wallet_id, amount_nanos::text FROM billing.transfers ' +
    "WHERE kind = 'settle' AND to_account = 'revenue'";
  const psql = ['psql', '--username', 'postgres', '--dbname', 'tollgate'];
  const format = ['--no-align', '--tuples-only', '--field-separator', ' '];
  const text = await project.exec('postgres', [...psql, ...format, '--command', query]);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [reference = '', walletId = '', cost = '0'] = line.split(' ');
      const ulid = parseGenerationId(reference) ?? reference;
      return { ulid, walletId, costNanos: BigInt(cost) };
    });
}

/** Waits until a call is in the book, and gives what it cost. */
export async function waitForCharge(
  project: ComposeProject,
  generationId: string,
): Promise<bigint> {
  const ulid = parseGenerationId(generationId);
  if (ulid === undefined) throw new Error(`"${generationId}" is not the id of a call`);
  const find = async (): Promise<readonly Charge[] | undefined> => {
    const found = (await readCharges(project)).filter((charge) => charge.ulid === ulid);
    return found.length === 0 ? undefined : found;
  };
  const what = `the charge of ${generationId}`;
  const found = await waitUntil(find, { timeoutMs: settleTimeoutMs, pollMs: 500, what });
  if (found.length > 1) throw new Error(`${generationId} was charged ${found.length} times`);
  return found[0]?.costNanos ?? 0n;
}

export { settleTimeoutMs };
