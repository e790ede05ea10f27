-- A link that signs in once, which only the owner of the stack can make.
ALTER TABLE mail_tokens DROP CONSTRAINT mail_tokens_kind_check;
ALTER TABLE mail_tokens ADD CONSTRAINT mail_tokens_kind_check
  CHECK (kind IN ('verify-email', 'reset-password', 'log-in', 'sign-in-link'));
