import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error';
import { read } from '../../api/client';
import { getRefusal, listRefusals } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { TextField } from '../../ui/field';
import { Card, Page } from '../../ui/page';
import { ErrorState, LoadingState } from '../../ui/states';
import { findRequestId } from './find-request-id';
import { RefusalCard } from './refusal-card';
import { RefusalTable } from './refusal-table';
import { UnknownRequest } from './unknown-request';

/** Why was I refused: by request id, and the refusals of the last week. */
export function RefusalsPage(): ReactNode {
  const { find = '' } = useSearch({ from: '/shell/refusals' });
  const navigate = useNavigate({ from: '/refusals' });
  const requestId = findRequestId(find);
  return (
    <Page
      title={t('Refusals')}
      lead={t('Requests that a limit, a rule or the balance refused in the last 7 days.')}
      actions={
        <CurlLink path={requestId === undefined ? '/api/refusals' : `/api/refusals/${requestId}`} />
      }
    >
      <Card>
        <TextField
          label={t('Request id, or the error that you got')}
          type="search"
          value={find}
          placeholder="req_…"
          hint={t('Every answer has its id in the header X-Request-Id.')}
          onChange={({ target: { value } }) => {
            const id = findRequestId(value) ?? value;
            void navigate({ search: id === '' ? {} : { find: id }, replace: true });
          }}
        />
        {find !== '' && requestId === undefined && (
          <p>{t('This contains no request id. It begins with req_.')}</p>
        )}
      </Card>
      {requestId !== undefined && <Explanation requestId={requestId} />}
      <RefusalList />
    </Page>
  );
}

const notFound = 404;

function Explanation({ requestId }: { readonly requestId: string }): ReactNode {
  const refusal = useQuery({
    queryKey: ['refusals', requestId],
    queryFn: () => read(getRefusal({ path: { requestId } })),
  });
  if (refusal.data !== undefined) return <RefusalCard refusal={refusal.data} />;
  if (refusal.isPending) return <LoadingState lines={6} />;
  if (refusal.error instanceof ApiError && refusal.error.status === notFound) {
    return <UnknownRequest />;
  }
  return <ErrorState error={refusal.error} onRetry={() => void refusal.refetch()} />;
}

function RefusalList(): ReactNode {
  return (
    <Card title={t('The last refusals')}>
      <RefusalTable
        scope={['refusals']}
        load={(query) => read(listRefusals({ query }))}
        renderId={({ requestId }) => (
          <Link to="/refusals" search={{ find: requestId }} className="font-mono text-xs break-all">
            {requestId}
          </Link>
        )}
      />
    </Card>
  );
}
