import type { Database } from '@tollgate/postgres';
import { makeEmptyWallet, type Wallet } from './wallet';
import { walletColumns } from './wallet-rows';

const changedMax = 10_000;
const changedSeconds = 60;

/** Single reads of wallets, outside any transaction. */
export class WalletReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(walletId: string): Promise<Wallet> {
    const { rows } = await this.#database.queryNamed<Wallet>(
      'find_wallet',
      `SELECT ${walletColumns.select} FROM wallets WHERE id = $1`,
      [walletId],
    );
    return rows[0] ?? makeEmptyWallet(walletId);
  }

  async listChanged(): Promise<Wallet[]> {
    const { rows } = await this.#database.queryNamed<Wallet>(
      'list_changed_wallets',
      `SELECT ${walletColumns.select} FROM wallets
        WHERE updated_at > now() - make_interval(secs => ${changedSeconds})
        ORDER BY updated_at LIMIT ${changedMax}`,
    );
    return rows;
  }

  async ensureMonths(): Promise<void> {
    await this.#database.query(
      `SELECT ensure_month((now() AT TIME ZONE 'UTC' + make_interval(months => step))::date)
         FROM generate_series(0, 3) AS step`,
    );
  }
}
