/** What a transfer added to the balance of its wallet. */
export const signedAmountSql = `CASE WHEN to_account = 'wallet:' || wallet_id THEN amount_nanos
  WHEN from_account = 'wallet:' || wallet_id THEN -amount_nanos ELSE 0 END`;
