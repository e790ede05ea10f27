import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { logInByRecoveryCode } from '../../api/generated/sdk.gen';
import { canUsePasskeys, signInByPasskey } from '../../app/passkeys';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { EmailField } from './email-field';

/** Sign-in without a password: a passkey, or one of the codes that were kept for its loss. */
export function WithoutPassword({
  onSignedIn,
}: {
  readonly onSignedIn: () => Promise<void>;
}): ReactNode {
  const [hasCode, setHasCode] = useState(false);
  if (hasCode) return <CodeForm onSignedIn={onSignedIn} onBack={() => setHasCode(false)} />;
  return (
    <div className="flex flex-wrap gap-2 max-sm:flex-col max-sm:items-start">
      {canUsePasskeys() && (
        <ActionButton
          onAction={async () => {
            await signInByPasskey();
            await onSignedIn();
          }}
        >
          {t('Use a passkey')}
        </ActionButton>
      )}
      {/* Where it starts a line, its text is below the texts above it. */}
      <span className="first:*:-ml-2 max-sm:*:-ml-2">
        <Button look="quiet" onClick={() => setHasCode(true)}>
          {t('Use a recovery code')}
        </Button>
      </span>
    </div>
  );
}

function CodeForm({
  onBack,
  onSignedIn,
}: {
  readonly onSignedIn: () => Promise<void>;
  readonly onBack: () => void;
}): ReactNode {
  return (
    <Form
      fields={['email', 'code']}
      action={t('Use the code')}
      secondary={<Button onClick={onBack}>{t('Back')}</Button>}
      onSubmit={async (body) => {
        await read(logInByRecoveryCode({ body }));
        await onSignedIn();
      }}
    >
      {(errors) => (
        <>
          <EmailField label={t('Email of the account')} error={errors.email} />
          <TextField
            label={t('Recovery code')}
            name="code"
            autoComplete="off"
            spellCheck={false}
            required
            hint={t('One of the ten that you saved. It works once.')}
            error={errors.code}
          />
        </>
      )}
    </Form>
  );
}
