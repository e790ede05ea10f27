-- Grants and alerts of one wallet, the newest first.
CREATE INDEX grants_of_wallet ON grants (wallet_id, id);
CREATE INDEX alerts_of_wallet ON alerts (wallet_id, id);
