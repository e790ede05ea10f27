import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listAuditEntries } from '../../api/generated/sdk.gen';
import type { AuditEntry } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { DraftField } from '../../ui/draft-field';
import { EntryDialog, makeEntryColumns } from '../audit/entry-table';
import { useOperatorFilters } from './operator-filters';
import { OperatorList, pageQuery, useItems } from './operator-list';

/** Every change by an operator, and how it was before. */
export function AuditSection(): ReactNode {
  const [{ action = '', actor = '' }, setFilter] = useOperatorFilters();
  const [shown, setShown] = useState<AuditEntry>();
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
      columns={makeEntryColumns(setShown)}
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
      {shown !== undefined && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </OperatorList>
  );
}
