import type { Nanos } from '@tollgate/money';
import type { Queryable } from '@tollgate/postgres';
import type { Wallet } from './wallet';
import { walletColumns } from './wallet-rows';

/** No entry: nothing moves, so the wallet keeps its version. */
export async function setCreditLine(
  sql: Queryable,
  walletId: string,
  nanos: Nanos,
): Promise<{ wallet: Wallet; beforeNanos: Nanos }> {
  const before = await sql.query<{ credit_line_nanos: bigint }>(
    'SELECT credit_line_nanos FROM wallets WHERE id = $1 FOR UPDATE',
    [walletId],
  );
  const { rows } = await sql.query<Wallet>(
    `INSERT INTO wallets (id, credit_line_nanos) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET
       credit_line_nanos = excluded.credit_line_nanos, updated_at = now()
     RETURNING ${walletColumns.select}`,
    [walletId, nanos],
  );
  const [wallet] = rows;
  if (wallet === undefined) throw new Error('a wallet was not written');
  return { wallet, beforeNanos: before.rows[0]?.credit_line_nanos ?? 0n };
}
