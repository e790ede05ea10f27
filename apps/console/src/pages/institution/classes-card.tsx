import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import {
  createInstitutionKey,
  deleteInstitutionKey,
  updateInstitutionKey,
} from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
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
import { SecretDialog } from '../keys/secret-dialog';
import { makeInstitutionKey, useInstitutionKeys, type InstitutionKey } from './institution-queries';
import { TeachersDialog } from './teachers-dialog';

type Shown =
  | { readonly what: 'create' }
  | { readonly what: 'secret'; readonly secret: string }
  | { readonly what: 'delete'; readonly key: InstitutionKey }
  | { readonly what: 'teachers'; readonly keyId: string };

/** The classes of an institution: each is a key that its students enter. */
export function ClassesCard({ orgId }: { readonly orgId: string }): ReactNode {
  const [shown, setShown] = useState<Shown>();
  const queries = useQueryClient();
  const keys = useInstitutionKeys(orgId);
  const renew = () => queries.invalidateQueries({ queryKey: makeInstitutionKey(orgId) });
  const close = () => setShown(undefined);
  const create = <Button onClick={() => setShown({ what: 'create' })}>{t('Add a class')}</Button>;
  return (
    <Card title={t('Classes')} actions={create}>
      <p className="text-muted wrap-anywhere">
        {t('Students enter the key of their class at {url}.', {
          url: `${location.origin}/student`,
        })}
      </p>
      <QueryView query={keys}>
        {(data) => (
          <Table
            caption={t('Classes')}
            rows={data.keys}
            rowKey={({ id }) => id}
            columns={columns(setShown, async (key) => {
              const path = { orgId, keyId: key.id };
              await read(updateInstitutionKey({ path, body: { enabled: !key.enabled } }));
              await renew();
            })}
            empty={
              <EmptyState title={t('No class yet')} action={create}>
                {t('A class has a key that you hand to its students.')}
              </EmptyState>
            }
          />
        )}
      </QueryView>
      {shown?.what === 'create' && (
        <CreateDialog
          orgId={orgId}
          onMade={async (secret) => {
            await renew();
            setShown(secret === null ? undefined : { what: 'secret', secret });
          }}
          onClose={close}
        />
      )}
      {shown?.what === 'secret' && <SecretDialog secret={shown.secret} onClose={close} />}
      {shown?.what === 'teachers' && (
        <TeachersDialog
          orgId={orgId}
          institutionKey={keys.data?.keys.find(({ id }) => id === shown.keyId)}
          onChanged={renew}
          onClose={close}
        />
      )}
      {shown?.what === 'delete' && (
        <ConfirmDialog
          title={t('Delete the class {name}?', { name: shown.key.name })}
          action={t('Delete the class')}
          onConfirm={async () => {
            await read(deleteInstitutionKey({ path: { orgId, keyId: shown.key.id } }));
            await renew();
          }}
          onClose={close}
        >
          <p>{t('Its key stops working, its sessions end at once, and its teachers lose it.')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function columns(
  onShow: (shown: Shown) => void,
  onSwitch: (key: InstitutionKey) => Promise<void>,
): readonly Column<InstitutionKey>[] {
  return [
    {
      key: 'name',
      title: t('Name'),
      render: ({ enabled, name }) => (
        <span className="flex flex-wrap gap-2 items-center">
          <span className="font-medium">{name}</span>
          {!enabled && <Badge tone="warn">{t('closed')}</Badge>}
        </span>
      ),
    },
    {
      key: 'key',
      title: t('Key'),
      render: ({ keyPrefix, keySuffix }) => (
        <code className="text-xs">{`${keyPrefix}…${keySuffix}`}</code>
      ),
    },
    {
      key: 'teachers',
      title: t('Teachers'),
      isFigure: true,
      render: ({ teacherIds }) => teacherIds.length,
    },
    {
      key: 'until',
      title: t('Until'),
      render: ({ expiresAt }) => (expiresAt === null ? t('never') : <Time at={expiresAt} />),
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (key) => (
        <span className="flex flex-wrap gap-1">
          <Button
            aria-label={t('Teachers of {name}', { name: key.name })}
            onClick={() => onShow({ what: 'teachers', keyId: key.id })}
          >
            {t('Teachers')}
          </Button>
          <ActionButton onAction={() => onSwitch(key)}>
            {key.enabled ? t('Close to new students') : t('Open again')}
          </ActionButton>
          <Button look="danger" onClick={() => onShow({ what: 'delete', key })}>
            {t('Delete')}
          </Button>
        </span>
      ),
    },
  ];
}

function CreateDialog({
  onClose,
  onMade,
  orgId,
}: {
  readonly orgId: string;
  /** The secret is null when an earlier attempt had made the key and its answer was lost. */
  readonly onMade: (secret: string | null) => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <FormDialog
      title={t('Add a class')}
      onClose={onClose}
      fields={['name']}
      action={t('Add the class')}
      onSubmit={async (body, idempotencyKey) => {
        const path = { orgId };
        const made = await read(createInstitutionKey({ path, body, ...once(idempotencyKey) }));
        await onMade(made.key);
      }}
    >
      {(errors) => (
        <TextField
          label={t('Name')}
          name="name"
          required
          maxLength={100}
          hint={t('Teachers and administrators see it; the key is shown next.')}
          error={errors.name}
        />
      )}
    </FormDialog>
  );
}
