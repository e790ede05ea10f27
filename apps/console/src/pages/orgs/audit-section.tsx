import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listOrganizationAuditEntries } from '../../api/generated/sdk.gen';
import type { AuditEntry } from '../../api/generated/types.gen';
import { compact } from '../../app/search';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { DraftField } from '../../ui/draft-field';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { EntryDialog, makeEntryColumns } from '../audit/entry-table';
import { useOrgView } from './use-org-view';

/** Who changed what, and how it was before. */
export function AuditSection({ orgId }: { readonly orgId: string }): ReactNode {
  const [{ action }, change] = useOrgView();
  const [shown, setShown] = useState<AuditEntry>();
  const query = compact({ action });
  const entries = usePages(['org', orgId, 'audit'], query, (page) =>
    read(listOrganizationAuditEntries({ path: { orgId }, query: page })),
  );
  return (
    <Card
      title={t('Audit log')}
      actions={<CurlLink path={`/api/orgs/${orgId}/audit-log`} query={query} />}
    >
      <DraftField
        label={t('Action')}
        type="search"
        value={action ?? ''}
        hint={t('Such as org_member.cb.update. Empty: all.')}
        onSettle={(text) => change({ action: text || undefined })}
      />
      <QueryView query={entries} lines={8}>
        {({ pages }) => (
          <Table
            caption={t('Audit log')}
            rows={pages.flatMap((page) => page.entries)}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('No entry')} />}
            columns={makeEntryColumns(setShown)}
          />
        )}
      </QueryView>
      <MoreButton query={entries} />
      {shown !== undefined && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}
