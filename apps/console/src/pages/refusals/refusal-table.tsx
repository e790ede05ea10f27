import type { ReactNode } from 'react';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { MoreButton } from '../../ui/more-button';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import type { Refusal } from './judge-now';

interface RefusalPage {
  readonly items: readonly Refusal[];
  readonly nextCursor?: string | null;
}

/** Refusals, newest first. */
export function RefusalTable({
  load,
  renderId,
  scope,
}: {
  readonly scope: readonly unknown[];
  readonly load: (query: { readonly cursor?: string }) => Promise<RefusalPage>;
  /** The request id, which leads to the explanation. */
  readonly renderId: (refusal: Refusal) => ReactNode;
}): ReactNode {
  const refusals = usePages(scope, {}, load);
  return (
    <>
      <QueryView query={refusals}>
        {({ pages }) => (
          <Table
            caption={t('The last refusals')}
            rows={pages.flatMap((page) => page.items)}
            rowKey={({ requestId }) => requestId}
            empty={<EmptyState title={t('Nothing was refused')} />}
            columns={[
              { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
              { key: 'code', title: t('Code'), render: ({ code }) => code },
              { key: 'model', title: t('Model'), render: ({ model }) => model ?? '–' },
              { key: 'message', title: t('Message'), render: ({ message }) => message },
              { key: 'id', title: t('Request id'), render: renderId },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={refusals} />
    </>
  );
}
