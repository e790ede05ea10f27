import { tableColumns } from '@tollgate/postgres';
import type { Wallet } from './wallet';

export const walletColumns = tableColumns<Wallet>(
  [
    ...(['walletId', 'balanceNanos', 'version', 'totalCreditsNanos'] as const),
    ...(['totalUsageNanos', 'heldNanos', 'creditLineNanos'] as const),
  ],
  { walletId: 'id' },
);
