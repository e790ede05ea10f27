-- Organizations may bring keys of clouds.
ALTER TABLE byok_keys DROP CONSTRAINT byok_keys_protocol_check;
ALTER TABLE byok_keys ADD CONSTRAINT byok_keys_protocol_check CHECK (
  protocol IN ('openai', 'anthropic', 'bedrock', 'azure', 'vertex', 'vertex-anthropic')
);
