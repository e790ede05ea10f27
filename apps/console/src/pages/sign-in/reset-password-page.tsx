import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { forgotPassword, resetPassword } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { CheckField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { EmailField } from './email-field';
import { EntryFrame } from './entry-frame';

/** Without a token it sends the mail; the mail's link brings the token. */
export function ResetPasswordPage(): ReactNode {
  const { token } = useSearch({ from: '/reset-password' });
  return (
    <EntryFrame title={t('Set a new password')}>
      {token === undefined ? <AskForMail /> : <NewPassword token={token} />}
      <Link to="/sign-in">{t('Back to sign in')}</Link>
    </EntryFrame>
  );
}

function AskForMail(): ReactNode {
  const [isSent, setSent] = useState(false);
  if (isSent) return <p>{t('If the address has an account, a mail is on its way.')}</p>;
  return (
    <Form
      fields={['email']}
      action={t('Send the mail')}
      onSubmit={async ({ email }) => {
        await read(forgotPassword({ body: { email } }));
        setSent(true);
      }}
    >
      {(errors) => <EmailField error={errors.email} />}
    </Form>
  );
}

function NewPassword({ token }: { readonly token: string }): ReactNode {
  const navigate = useNavigate();
  return (
    <Form
      fields={['password', 'revokeKeys']}
      action={t('Set the password')}
      onSubmit={async ({ password, revokeKeys }) => {
        await read(resetPassword({ body: { token, password, revokeKeys: revokeKeys === 'on' } }));
        await navigate({ to: '/sign-in' });
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('New password')}
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={128}
            hint={t('At least 10 characters. All sessions end.')}
            error={errors.password}
          />
          <CheckField
            label={t('Also delete all my API keys')}
            name="revokeKeys"
            hint={t('Choose this if somebody else may have seen them.')}
          />
        </>
      )}
    </Form>
  );
}
