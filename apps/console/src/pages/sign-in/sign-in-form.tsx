import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error';
import { read } from '../../api/client';
import { logIn, sendLogInCode } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { EmailField } from './email-field';

const codeRequired = 'login_code_required';

/** Mail address and password; an account under attack also needs a code from a mail. */
export function SignInForm({
  onSignedIn,
}: {
  readonly onSignedIn: () => Promise<void>;
}): ReactNode {
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <Form
      fields={['email', 'password', 'code']}
      action={t('Sign in')}
      onSubmit={async ({ code, email, password }) => {
        const body = { email, password, ...(code === '' ? {} : { code }) };
        try {
          await read(logIn({ body }));
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== codeRequired || needsCode) throw error;
          await read(sendLogInCode({ body: { email } }));
          setNeedsCode(true);
          return;
        }
        await onSignedIn();
      }}
    >
      {(errors) => (
        <>
          <EmailField error={errors.email} />
          <TextField
            label={t('Password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={errors.password}
          />
          {needsCode && (
            <TextField
              label={t('Code from the mail we just sent')}
              name="code"
              autoComplete="one-time-code"
              required
              hint={t('Somebody tried many passwords for this account, so we ask for more.')}
              error={errors.code}
            />
          )}
        </>
      )}
    </Form>
  );
}
