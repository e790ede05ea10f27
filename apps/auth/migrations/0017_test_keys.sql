-- Keys whose calls are answered by the simulator and cost nothing.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_key_type_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_key_type_check
  CHECK (key_type IN ('standard', 'management', 'test'));
