import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Logger, Metrics } from '@tollgate/observability';
import type { MembershipSource } from '@tollgate/org-access';
import type { Database } from '@tollgate/postgres';
import type { Redis } from '@tollgate/redis';
import type { Till } from '@tollgate/till';
import type { BookStore } from '../ledger/ports';
import type { ChooseWallet } from '../wallets/choose-wallet';
import type { LoadTill } from '../wallets/load-till';
import type { Contacts, Organizations } from '../wallets/owner-ports';
import type { PostBalance } from '../wallets/post-balance';
import type { TakeCredit } from '../wallets/take-credit';
import type { MoneyStore } from './money-ports';

/** What the modules of the service share; each takes the ones that it needs. */
export interface ModulePorts {
  readonly database: Database;
  readonly redis: Redis;
  readonly till: Till;
  /** Wallets, entries and calls. */
  readonly book: BookStore;
  /** Top-ups, grants and alerts. */
  readonly store: MoneyStore;
  readonly idempotency: IdempotencyStore;
  readonly contacts: Contacts;
  readonly organizations: Organizations;
  readonly memberships: MembershipSource;
  readonly chooseWallet: ChooseWallet;
  readonly loadTill: LoadTill;
  readonly postBalance: PostBalance;
  readonly takeCredit: TakeCredit;
  readonly getNowMs: () => number;
  /** Jobs that people wait for run at least this often. */
  readonly jobIntervalMsMax: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}
