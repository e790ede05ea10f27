import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { deletePasskey, listPasskeys, renamePasskey } from '../../api/generated/sdk.gen';
import type { ListPasskeysResponse } from '../../api/generated/types.gen';
import { addPasskey, canUsePasskeys } from '../../app/passkeys';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { PasswordField } from './password-field';

type Passkey = ListPasskeysResponse['passkeys'][number];

type Asked =
  { readonly kind: 'add' } | { readonly kind: 'rename' | 'delete'; readonly passkey: Passkey };

const nameCharactersMax = 100;

export function PasskeysCard(): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const queries = useQueryClient();
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => read(listPasskeys()) });
  const close = (): void => setAsked(undefined);
  const finish = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['passkeys'] });
    close();
  };
  return (
    <Card
      title={t('Passkeys')}
      actions={
        canUsePasskeys() && (
          <Button onClick={() => setAsked({ kind: 'add' })}>{t('Add a passkey')}</Button>
        )
      }
    >
      <p className="text-muted">
        {canUsePasskeys()
          ? t('A passkey on a phone, a computer or a security key signs in without the password.')
          : t('This browser, or this address without a host name, cannot use passkeys.')}
      </p>
      <QueryView query={passkeys}>
        {(data) => (
          <Table
            caption={t('Passkeys')}
            rows={data.passkeys}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('No passkey')} />}
            columns={columns(setAsked)}
          />
        )}
      </QueryView>
      {asked?.kind === 'add' && <AddDialog onDone={finish} onClose={close} />}
      {asked?.kind === 'rename' && (
        <RenameDialog passkey={asked.passkey} onDone={finish} onClose={close} />
      )}
      {asked?.kind === 'delete' && (
        <ConfirmDialog
          title={t('Delete the passkey {name}?', { name: asked.passkey.name })}
          action={t('Delete the passkey')}
          onConfirm={async () => {
            await read(deletePasskey({ path: { id: asked.passkey.id } }));
            await finish();
          }}
          onClose={close}
        >
          <p>{t('It signs in no more. Remove it from your device as well.')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function columns(onAsk: (asked: Asked) => void): readonly Column<Passkey>[] {
  return [
    {
      key: 'name',
      title: t('Name'),
      render: ({ name, synced }) => (
        <span className="flex flex-wrap gap-2">
          {name}
          {synced && <Badge tone="neutral">{t('synchronized')}</Badge>}
        </span>
      ),
    },
    { key: 'made', title: t('Made'), render: ({ createdAt }) => <Time at={createdAt} /> },
    {
      key: 'used',
      title: t('Last used'),
      render: ({ lastUsedAt }) => (lastUsedAt === null ? '–' : <Time at={lastUsedAt} />),
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (passkey) => (
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => onAsk({ kind: 'rename', passkey })}>{t('Rename')}</Button>
          <Button look="danger" onClick={() => onAsk({ kind: 'delete', passkey })}>
            {t('Delete')}
          </Button>
        </span>
      ),
    },
  ];
}

function AddDialog({
  onClose,
  onDone,
}: {
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <FormDialog
      title={t('Add a passkey')}
      onClose={onClose}
      lead={<p>{t('Your browser asks where to keep it after you go on.')}</p>}
      fields={['name', 'password']}
      action={t('Go on')}
      onSubmit={async ({ name, password }) => {
        await addPasskey(name, password);
        await onDone();
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Name of the passkey')}
            name="name"
            required
            maxLength={nameCharactersMax}
            hint={t('Such as the device it is on.')}
            error={errors.name}
          />
          <PasswordField error={errors.password} />
        </>
      )}
    </FormDialog>
  );
}

function RenameDialog({
  onClose,
  onDone,
  passkey,
}: {
  readonly passkey: Passkey;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <FormDialog
      title={t('Rename the passkey')}
      onClose={onClose}
      fields={['name']}
      action={t('Rename')}
      onSubmit={async (body) => {
        await read(renamePasskey({ path: { id: passkey.id }, body }));
        await onDone();
      }}
    >
      {(errors) => (
        <TextField
          label={t('Name of the passkey')}
          name="name"
          required
          maxLength={nameCharactersMax}
          defaultValue={passkey.name}
          error={errors.name}
        />
      )}
    </FormDialog>
  );
}
