import type { Queryable } from '@tollgate/postgres';
import type { PaymentProviderId } from './channel';
import type { ChannelStore } from './ports';

interface ChannelRow {
  readonly id: string;
  readonly provider: PaymentProviderId;
  readonly currency: string;
  readonly local_currency: boolean;
  readonly fx_rate: string;
  readonly min_cents: bigint;
  readonly max_cents: bigint;
  readonly is_enabled: boolean;
  readonly transfer_to: string;
}

export function createChannelStore(sql: Queryable): ChannelStore {
  return {
    async list() {
      const { rows } = await sql.query<ChannelRow>('SELECT * FROM payment_channels ORDER BY id');
      return rows.map((row) => ({
        id: row.id,
        provider: row.provider,
        currency: row.currency,
        localCurrency: row.local_currency,
        fxRate: row.fx_rate,
        minCents: row.min_cents,
        maxCents: row.max_cents,
        isEnabled: row.is_enabled,
        transferTo: row.transfer_to,
      }));
    },
    async save(channel) {
      await sql.query(
        `INSERT INTO payment_channels (id, provider, currency, local_currency, fx_rate, min_cents,
           max_cents, is_enabled, transfer_to)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (id) DO UPDATE SET provider = excluded.provider,
           currency = excluded.currency, local_currency = excluded.local_currency,
           fx_rate = excluded.fx_rate, min_cents = excluded.min_cents,
           max_cents = excluded.max_cents, is_enabled = excluded.is_enabled,
           transfer_to = excluded.transfer_to, updated_at = now()`,
        [
          channel.id,
          channel.provider,
          channel.currency,
          channel.localCurrency,
          channel.fxRate,
          channel.minCents,
          channel.maxCents,
          channel.isEnabled,
          channel.transferTo,
        ],
      );
    },
  };
}
