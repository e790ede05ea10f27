import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { showToast } from '../../ui/toast';
import type { Key, KeyDesk } from './key-desk';
import { KeyDialog } from './key-dialog';
import { RotateDialog } from './rotate-dialog';

/** What can be done with a key; what ends something asks first and says what will happen. */
export function KeyActions({
  apiKey,
  desk,
}: {
  readonly desk: KeyDesk;
  readonly apiKey: Key;
}): ReactNode {
  const [asked, setAsked] = useState<'change' | 'rotate' | 'disable' | 'delete'>();
  const onClose = (): void => setAsked(undefined);
  const queries = useQueryClient();
  const { enabled, id, name } = apiKey;
  const change = async (isEnabled: boolean): Promise<void> => {
    await desk.update(id, { enabled: isEnabled });
    await queries.invalidateQueries({ queryKey: desk.queryKey });
    showToast(isEnabled ? t('{name} is enabled.', { name }) : t('{name} is disabled.', { name }));
  };
  const remove = async (): Promise<void> => {
    await desk.remove(id);
    await queries.invalidateQueries({ queryKey: desk.queryKey });
    showToast(t('{name} is deleted.', { name }));
  };
  return (
    <span className="flex flex-wrap gap-1">
      <Button onClick={() => setAsked('change')}>{t('Change')}</Button>
      <Button onClick={() => setAsked('rotate')}>{t('Rotate')}</Button>
      {enabled ? (
        <Button onClick={() => setAsked('disable')}>{t('Disable')}</Button>
      ) : (
        <ActionButton onAction={() => change(true)}>{t('Enable')}</ActionButton>
      )}
      <Button look="danger" onClick={() => setAsked('delete')}>
        {t('Delete')}
      </Button>
      {asked === 'change' && <KeyDialog desk={desk} apiKey={apiKey} onClose={onClose} />}
      {asked === 'rotate' && <RotateDialog desk={desk} apiKey={apiKey} onClose={onClose} />}
      {asked === 'disable' && (
        <ConfirmDialog
          title={t('Disable {name}?', { name })}
          action={t('Disable the key')}
          onConfirm={() => change(false)}
          onClose={onClose}
        >
          <p>{t('New calls with this key are refused at once. Calls that run are finished.')}</p>
          <p>{t('You can enable it again.')}</p>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t('Delete {name}?', { name })}
          action={t('Delete the key')}
          onConfirm={remove}
          onClose={onClose}
        >
          <p>{t('Programs that use this key stop working. This cannot be undone.')}</p>
          <p>
            {t('It spent {amount}; its calls and receipts stay.', {
              amount: formatUsd(apiKey.usage),
            })}
          </p>
        </ConfirmDialog>
      )}
    </span>
  );
}
