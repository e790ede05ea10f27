import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { deleteAccountKey, updateAccountKey } from '../../api/generated/sdk.gen';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { showToast } from '../../ui/toast';
import type { Key } from './key-list';

/** Disable, enable and delete, each after a question that says what will happen. */
export function KeyActions({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const [asked, setAsked] = useState<'disable' | 'delete'>();
  const queries = useQueryClient();
  const { enabled, id, name } = apiKey;
  const change = async (isEnabled: boolean): Promise<void> => {
    await read(updateAccountKey({ path: { id }, body: { enabled: isEnabled } }));
    await queries.invalidateQueries({ queryKey: ['keys'] });
    showToast(isEnabled ? t('{name} is enabled.', { name }) : t('{name} is disabled.', { name }));
  };
  const remove = async (): Promise<void> => {
    await read(deleteAccountKey({ path: { id } }));
    await queries.invalidateQueries({ queryKey: ['keys'] });
    showToast(t('{name} is deleted.', { name }));
  };
  return (
    <span className="flex flex-wrap gap-1">
      {enabled ? (
        <Button onClick={() => setAsked('disable')}>{t('Disable')}</Button>
      ) : (
        <Button onClick={() => void change(true)}>{t('Enable')}</Button>
      )}
      <Button look="danger" onClick={() => setAsked('delete')}>
        {t('Delete')}
      </Button>
      {asked === 'disable' && (
        <ConfirmDialog
          title={t('Disable {name}?', { name })}
          action={t('Disable the key')}
          onConfirm={() => change(false)}
          onClose={() => setAsked(undefined)}
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
          onClose={() => setAsked(undefined)}
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
