import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { createAlias, deleteAlias, listAliases } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Time } from '../../ui/time';
import { OperatorList, pageQuery, useItems } from './operator-list';
import { ConfirmButton, SaveDialog } from './save-dialog';

/** Other names under which models are called. */
export function AliasesCard(): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const items = useItems('aliases', (cursor) => read(listAliases({ query: pageQuery(cursor) })));
  return (
    <OperatorList
      title={t('Aliases')}
      items={items}
      curl="/api/admin/aliases"
      rowKey={({ name }) => name}
      emptyText={t('No alias yet')}
      actions={<Button onClick={() => setAdding(true)}>{t('Add an alias')}</Button>}
      columns={[
        { key: 'name', title: t('Name'), render: ({ name }) => name },
        { key: 'model', title: t('Model'), render: ({ model }) => model },
        { key: 'since', title: t('Since'), render: ({ createdAt }) => <Time at={createdAt} /> },
        {
          key: 'actions',
          title: t('Actions'),
          render: ({ model, name }) => (
            <ConfirmButton
              label={t('Delete')}
              title={t('Delete the alias {name}?', { name })}
              onConfirm={() => read(deleteAlias({ path: { name } }))}
            >
              <p>{t('Calls under this name no longer reach {model}.', { model })}</p>
            </ConfirmButton>
          ),
        },
      ]}
    >
      {isAdding && (
        <SaveDialog
          title={t('Add an alias')}
          fields={['name', 'model']}
          onClose={() => setAdding(false)}
          onSave={(body, key) => read(createAlias({ body, ...once(key) }))}
        >
          {(errors) => (
            <>
              <TextField label={t('Name')} name="name" required error={errors.name} />
              <TextField
                label={t('Model')}
                name="model"
                required
                hint={t('The id of a model of the catalog.')}
                error={errors.model}
              />
            </>
          )}
        </SaveDialog>
      )}
    </OperatorList>
  );
}
