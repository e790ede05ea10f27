import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listAuditEntries } from '../../api/generated/sdk.gen';
import type { ListAuditEntriesResponse } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { DraftField } from '../../ui/draft-field';
import { Time } from '../../ui/time';
import { useOperatorFilters } from './operator-filters';
import { OperatorList, pageQuery, useItems } from './operator-list';

type Entry = ListAuditEntriesResponse['items'][number];

/** Every change by an operator, and how it was before. */
export function AuditSection(): ReactNode {
  const [{ action = '', actor = '' }, setFilter] = useOperatorFilters();
  const [shown, setShown] = useState<Entry>();
  const query = { ...(action !== '' && { action }), ...(actor !== '' && { actor }) };
  const items = useItems(`audit ${action} ${actor}`, (cursor) =>
    read(listAuditEntries({ query: { ...pageQuery(cursor), ...query } })),
  );
  return (
    <OperatorList
      title={t('Audit log')}
      items={items}
      curl="/api/admin/audit-log"
      query={query}
      rowKey={({ id }) => id}
      emptyText={t('No entry')}
      columns={[
        { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
        { key: 'action', title: t('Action'), render: (row) => row.action },
        { key: 'actor', title: t('By'), render: ({ actor: by }) => by.email ?? by.id ?? by.type },
        {
          key: 'target',
          title: t('What'),
          render: ({ target }) => (
            <span className="font-mono text-xs wrap-anywhere">{target.id}</span>
          ),
        },
        {
          key: 'actions',
          title: t('Actions'),
          render: (entry) => <Button onClick={() => setShown(entry)}>{t('Show')}</Button>,
        },
      ]}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <DraftField
          label={t('Action')}
          type="search"
          value={action}
          hint={t('Such as admin.model.update. Empty: all.')}
          onSettle={(value) => setFilter('action', value)}
        />
        <DraftField
          label={t('By')}
          type="search"
          value={actor}
          hint={t('An id or an address. Empty: everybody.')}
          onSettle={(value) => setFilter('actor', value)}
        />
      </div>
      {shown !== undefined && (
        <Dialog title={shown.action} onClose={() => setShown(undefined)}>
          <p className="font-medium">{t('Before')}</p>
          <CodeBlock label={t('Before')} code={JSON.stringify(shown.before, null, 2)} />
          <p className="font-medium">{t('After')}</p>
          <CodeBlock label={t('After')} code={JSON.stringify(shown.after, null, 2)} />
        </Dialog>
      )}
    </OperatorList>
  );
}
