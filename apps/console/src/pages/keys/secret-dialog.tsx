import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';

/** Shows a secret once. */
export function SecretDialog({
  onClose,
  secret,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog title={t('Your new key')} onClose={onClose}>
      <p>{t('Copy it now: it is not shown again.')}</p>
      <CodeBlock label={t('The secret of the key')} code={secret} />
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          {t('I have copied it')}
        </Button>
      </div>
    </Dialog>
  );
}
