import type { AuditEntry } from '@tollgate/event-log';
import type { AlertStore } from '../alerts/ports';
import type { AutoTopupStore, ChargeStore, PaymentMethodStore } from '../auto-top-ups/ports';
import type { GrantStore } from '../grants/ports';
import type { Book } from '../ledger/ports';
import type { TopupStore, ReversalStore, SuspensionStore, ChannelStore } from '../top-ups/ports';

/** An operator, as the audit log names one. */
export type Operator = Pick<AuditEntry, 'actor' | 'ip' | 'requestId'>;

export interface MoneyStores {
  readonly topups: TopupStore;
  readonly channels: ChannelStore;
  readonly grants: GrantStore;
  readonly alerts: AlertStore;
  readonly reversals: ReversalStore;
  readonly suspensions: SuspensionStore;
  readonly autoTopups: AutoTopupStore;
  readonly charges: ChargeStore;
  readonly methods: PaymentMethodStore;
}

/** The stores of money that comes in, with the book: what belongs together is written together. */
export interface MoneyStore extends MoneyStores {
  inTransaction<T>(run: (stores: MoneyStores & { readonly book: Book }) => Promise<T>): Promise<T>;
}
