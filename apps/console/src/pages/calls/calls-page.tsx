import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listCalls } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { useTimeStyle } from '../../state/preferences';
import { CsvButton } from '../../ui/csv-button';
import { CurlLink } from '../../ui/curl-link';
import { Card, Page } from '../../ui/page';
import { useKeyNames } from '../keys/use-key-names';
import { CallFilterFields } from './call-filter-fields';
import { makeCallsQuery } from './calls-query';
import { CallList } from './call-list';
import { readCallRows, type ReadCallPage } from './call-rows';

/** Every call of the account, without what was asked and answered. */
export function CallsPage(): ReactNode {
  const filters = useSearch({ from: '/shell/calls' });
  const navigate = useNavigate({ from: '/calls' });
  const keys = useKeyNames(null, filters.key);
  const { timeZone } = useTimeStyle();
  const makeQuery = useCallback(
    () => makeCallsQuery(filters, { nowMs: Date.now(), timeZone }),
    [filters, timeZone],
  );
  const readPage = useCallback<ReadCallPage>(
    (page) => read(listCalls({ query: { ...makeQuery(), ...page } })),
    [makeQuery],
  );
  return (
    <Page
      title={t('Calls')}
      lead={t('Newest first. Prompts and answers are never kept.')}
      actions={
        <>
          <CurlLink path="/api/calls" query={makeQuery()} />
          <CsvButton name="calls" readRows={(onProgress) => readCallRows(readPage, onProgress)} />
        </>
      }
    >
      <Card>
        <CallFilterFields
          filters={filters}
          keys={keys}
          onChange={(search) => void navigate({ search, replace: true })}
        />
        <CallList livePath="/api/live" queryKey={['calls', filters]} readPage={readPage} />
      </Card>
    </Page>
  );
}
