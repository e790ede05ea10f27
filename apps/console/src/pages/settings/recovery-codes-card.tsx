import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { countRecoveryCodes, createRecoveryCodes } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { FormDialog } from '../../ui/form-dialog';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { PasswordField } from './password-field';

const codeCount = 10;

/** Codes for the day when the passkeys are lost and the password is forgotten. */
export function RecoveryCodesCard(): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const codes = useQuery({
    queryKey: ['recovery-codes'],
    queryFn: () => read(countRecoveryCodes()),
  });
  return (
    <Card
      title={t('Recovery codes')}
      actions={<Button onClick={() => setAsked(true)}>{t('Make new codes')}</Button>}
    >
      <p className="text-muted">
        {t('Each signs in once, when you have neither a passkey nor the password at hand.')}
      </p>
      <QueryView query={codes} lines={1}>
        {({ left }) => (
          <p>{t('{left} of {count} codes are left.', { left: String(left), count: codeCount })}</p>
        )}
      </QueryView>
      {isAsked && <CodesDialog onClose={() => setAsked(false)} />}
    </Card>
  );
}

/** The codes are in the memory of the dialog only, and shown once. */
function CodesDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[]>();
  const queries = useQueryClient();
  if (codes !== undefined) {
    return (
      <Dialog title={t('Your recovery codes')} onClose={onClose}>
        <p>{t('Save them now: they are not shown again. Earlier codes no longer work.')}</p>
        <CodeBlock label={t('Recovery codes')} code={codes.join('\n')} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {t('I have saved them')}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('Make new recovery codes?')}
      onClose={onClose}
      lead={<p>{t('Codes that you made before stop working.')}</p>}
      fields={['password']}
      action={t('Make the codes')}
      onSubmit={async (body) => {
        const made = await read(createRecoveryCodes({ body }));
        await queries.invalidateQueries({ queryKey: ['recovery-codes'] });
        setCodes(made.codes);
      }}
    >
      {(errors) => <PasswordField error={errors.password} />}
    </FormDialog>
  );
}
