import { tableColumns, type Queryable } from '@tollgate/postgres';
import type { Channel } from './channel';
import type { ChannelStore } from './ports';

const columns = tableColumns<Channel>([
  ...(['id', 'provider', 'currency', 'localCurrency', 'fxRate', 'minCents'] as const),
  ...(['maxCents', 'isEnabled', 'transferTo'] as const),
]);

export function createChannelStore(sql: Queryable): ChannelStore {
  return {
    async list() {
      const { rows } = await sql.query<Channel>(
        `SELECT ${columns.select} FROM payment_channels ORDER BY id`,
      );
      return rows;
    },
    async save(channel) {
      await sql.query(
        `INSERT INTO payment_channels (${columns.names}) VALUES (${columns.parameters})
         ON CONFLICT (id) DO UPDATE
         SET (${columns.names}) = (${columns.parameters}), updated_at = now()`,
        columns.values(channel),
      );
    },
  };
}
