import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listOrganizationAuditEntries } from '../../api/generated/sdk.gen';
import type { ListOrganizationAuditEntriesResponse } from '../../api/generated/types.gen';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { CurlLink } from '../../ui/curl-link';
import { Dialog } from '../../ui/dialog';
import { DraftField } from '../../ui/draft-field';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';

type Entry = ListOrganizationAuditEntriesResponse['entries'][number];

/** Who changed what, and how it was before. */
export function AuditSection({ orgId }: { readonly orgId: string }): ReactNode {
  const [action, setAction] = useState('');
  const [shown, setShown] = useState<Entry>();
  const query = { ...(action !== '' && { action }) };
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
        value={action}
        hint={t('Such as org_member.cb.update. Empty: all.')}
        onSettle={setAction}
      />
      <QueryView query={entries} lines={8}>
        {({ pages }) => (
          <Table
            caption={t('Audit log')}
            rows={pages.flatMap((page) => page.entries)}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('No entry')} />}
            columns={[
              { key: 'time', title: t('Time'), render: (entry) => <Time at={entry.createdAt} /> },
              { key: 'action', title: t('Action'), render: (entry) => entry.action },
              {
                key: 'actor',
                title: t('By'),
                render: ({ actor }) => actor.email ?? actor.id ?? actor.type,
              },
              {
                key: 'target',
                title: t('What'),
                render: ({ target }) => <span className="font-mono text-xs">{target.id}</span>,
              },
              {
                key: 'actions',
                title: t('Actions'),
                render: (entry) => <Button onClick={() => setShown(entry)}>{t('Show')}</Button>,
              },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={entries} />
      {shown !== undefined && (
        <Dialog title={shown.action} onClose={() => setShown(undefined)}>
          <p className="font-medium">{t('Before')}</p>
          <CodeBlock label={t('Before')} code={JSON.stringify(shown.before, null, 2)} />
          <p className="font-medium">{t('After')}</p>
          <CodeBlock label={t('After')} code={JSON.stringify(shown.after, null, 2)} />
        </Dialog>
      )}
    </Card>
  );
}
