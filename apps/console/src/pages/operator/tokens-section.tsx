import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import {
  createOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
} from '../../api/generated/sdk.gen';
import type { CreateOperatorTokenData } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { CheckField, TextField } from '../../ui/field';
import { Time } from '../../ui/time';
import { refuseField } from './form-values';
import { OperatorList, useItems } from './operator-list';
import { ConfirmButton, SaveDialog } from './save-dialog';

type Scope = CreateOperatorTokenData['body']['scopes'][number];

const scopes: readonly Scope[] = ['read', 'catalog', 'money', 'users'];

export function TokensSection(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const items = useItems('tokens', () => read(listOperatorTokens()));
  return (
    <OperatorList
      title={t('Operator tokens')}
      items={items}
      curl="/api/admin/tokens"
      rowKey={({ id }) => id}
      emptyText={t('No token yet')}
      actions={<Button onClick={() => setAdding(true)}>{t('Make a token')}</Button>}
      columns={[
        { key: 'name', title: t('Name'), render: ({ name }) => name },
        { key: 'scopes', title: t('Scopes'), render: (token) => token.scopes.join(', ') },
        {
          key: 'token',
          title: t('Token'),
          render: ({ tokenPrefix, tokenSuffix }) => (
            <span className="font-mono text-xs">
              {tokenPrefix}…{tokenSuffix}
            </span>
          ),
        },
        { key: 'used', title: t('Last used'), render: (row) => <Time at={row.lastUsed} /> },
        { key: 'expires', title: t('Expires'), render: (row) => <Time at={row.expiresAt} /> },
        {
          key: 'actions',
          title: t('Actions'),
          render: ({ id, name }) => (
            <ConfirmButton
              label={t('Revoke')}
              title={t('Revoke the token {name}?', { name })}
              onConfirm={() => read(revokeOperatorToken({ path: { id } }))}
            >
              <p>{t('Programs that use it are refused from now on. The name stays taken.')}</p>
            </ConfirmButton>
          ),
        },
      ]}
    >
      {isAdding && <TokenDialog onClose={() => setAdding(false)} onMade={setSecret} />}
      {secret !== undefined && (
        <Dialog title={t('The new token')} onClose={() => setSecret(undefined)}>
          <p>{t('Copy it now: it is not shown again.')}</p>
          <CodeBlock label={t('The secret of the token')} code={secret} />
          <div className="flex justify-end">
            <Button look="primary" onClick={() => setSecret(undefined)}>
              {t('I have copied it')}
            </Button>
          </div>
        </Dialog>
      )}
    </OperatorList>
  );
}

function TokenDialog({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}): ReactNode {
  const abouts: Readonly<Record<Scope, string>> = {
    read: t('read: reads everything of the operator'),
    catalog: t('catalog: models, routes, provider keys, tiers'),
    money: t('money: credit, top-ups, invoices, brake, ledger'),
    users: t('users: users, organizations, moderation'),
  };
  return (
    <SaveDialog
      title={t('Make a token')}
      fields={['name', 'expiresAt', 'scopes', ...scopes]}
      action={t('Make a token')}
      onClose={onClose}
      onSave={async ({ expiresAt, name, ...chosen }, key) => {
        const wanted = scopes.filter((scope) => chosen[scope] === 'on');
        if (wanted.length === 0) throw refuseField('scopes', t('Choose at least one scope.'));
        const until = expiresAt === '' ? {} : { expiresAt: new Date(expiresAt).toISOString() };
        const body = { name, scopes: wanted, ...until };
        const { token } = await read(createOperatorToken({ body, ...once(key) }));
        if (token !== null) onMade(token);
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Name')}
            name="name"
            required
            hint={t('The audit log names the token by it. It can be used only once.')}
            error={errors.name}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1">{t('Scopes')}</legend>
            {scopes.map((scope, index) => (
              <CheckField
                key={scope}
                label={abouts[scope]}
                name={scope}
                error={index === 0 ? errors.scopes : undefined}
              />
            ))}
          </fieldset>
          <TextField
            label={t('Expires')}
            name="expiresAt"
            type="datetime-local"
            hint={t('In the time zone of this browser. Empty: never.')}
            error={errors.expiresAt}
          />
        </>
      )}
    </SaveDialog>
  );
}
