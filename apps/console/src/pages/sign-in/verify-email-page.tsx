import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { read } from '../../api/client';
import { resendVerification, verifyEmail } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Form } from '../../ui/form';
import { ErrorState, LoadingState } from '../../ui/states';
import { showToast } from '../../ui/toast';
import { EmailField } from './email-field';
import { EntryFrame } from './entry-frame';

/** The link of the verification mail. */
export function VerifyEmailPage(): ReactNode {
  const { token } = useSearch({ from: '/verify-email' });
  const { error, isSuccess, mutate } = useMutation({
    mutationFn: (value: string) => read(verifyEmail({ body: { token: value } })),
  });
  useEffect(() => {
    if (token !== undefined) mutate(token);
  }, [token, mutate]);
  return (
    <EntryFrame title={t('Confirm your address')}>
      {isSuccess && (
        <>
          <p>{t('✓ Your address is confirmed.')}</p>
          <Link to="/">{t('Go to Home')}</Link>
        </>
      )}
      {token !== undefined && !isSuccess && error === null && <LoadingState lines={1} />}
      {error !== null && <ErrorState error={error} />}
      {(token === undefined || error !== null) && <Resend />}
    </EntryFrame>
  );
}

function Resend(): ReactNode {
  return (
    <Form
      fields={['email']}
      action={t('Send the mail again')}
      onSubmit={async ({ email }) => {
        await read(resendVerification({ body: { email } }));
        showToast(t('If the address has an account, a mail is on its way.'));
      }}
    >
      {(errors) => <EmailField error={errors.email} />}
    </Form>
  );
}
