import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listOrgCalls } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { useTimeStyle } from '../../state/preferences';
import { CsvButton } from '../../ui/csv-button';
import { CurlLink } from '../../ui/curl-link';
import { Card } from '../../ui/page';
import { CallFilterFields } from '../calls/call-filter-fields';
import { makeCallsQuery } from '../calls/calls-query';
import { CallList } from '../calls/call-list';
import { readCallRows, type ReadCallPage } from '../calls/call-rows';
import { useKeyNames } from '../keys/use-key-names';

/** The calls that the organization pays for, as far as the viewer's role may see them. */
export function CallsSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const isOwn = role === 'member';
  const filters = useSearch({ from: '/shell/orgs/$orgId/$section' });
  const navigate = useNavigate({ from: '/orgs/$orgId/$section' });
  const keys = useKeyNames(orgId, filters.key);
  const { timeZone } = useTimeStyle();
  const makeQuery = useCallback(
    () => makeCallsQuery(filters, { nowMs: Date.now(), timeZone }),
    [filters, timeZone],
  );
  const readPage = useCallback<ReadCallPage>(
    (page) => read(listOrgCalls({ path: { orgId }, query: { ...makeQuery(), ...page } })),
    [makeQuery, orgId],
  );
  return (
    <Card
      title={isOwn ? t('Your calls') : t('Calls')}
      actions={
        <>
          <CurlLink path={`/api/orgs/${orgId}/calls`} query={makeQuery()} />
          <CsvButton name="calls" readRows={(onProgress) => readCallRows(readPage, onProgress)} />
        </>
      }
    >
      {isOwn && (
        <p className="text-muted">
          {t('Calls with your keys that this organization pays for. Your role shows no others.')}
        </p>
      )}
      <CallFilterFields
        filters={filters}
        keys={isOwn ? undefined : keys}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <CallList
        livePath={`/api/orgs/${orgId}/live`}
        orgId={orgId}
        queryKey={['org', orgId, 'calls', filters]}
        readPage={readPage}
      />
    </Card>
  );
}
