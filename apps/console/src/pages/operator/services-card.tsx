import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LiveState } from '../../app/live';
import { read } from '../../api/client';
import {
  listAllOrganizations,
  listAuditEntries,
  listRouteHealth,
  listVideos,
} from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/page';
import { describeError } from '../../ui/states';
import { Table } from '../../ui/table';
import { listEdgeChecks } from './edge-checks';
import { readReadiness } from './read-readiness';

const refreshMs = 15_000;

interface ServiceRow {
  readonly name: string;
  readonly about: string;
  readonly state: 'good' | 'bad' | 'unknown';
  readonly note: ReactNode;
}

/** A cheap read of each service; a service that is away is named and the rest goes on. */
export function ServicesCard({ liveState }: { readonly liveState: LiveState }): ReactNode {
  const edge = useProbe('edge', readReadiness);
  const relay = useProbe('relay', () => read(listRouteHealth({ query: { limit: 500 } })));
  const orgs = useProbe('orgs', () => read(listAllOrganizations({ query: { limit: 1 } })));
  const audit = useProbe('audit', () => read(listAuditEntries({ query: { limit: 1 } })));
  const video = useProbe('video', () => read(listVideos({ query: { limit: 1 } })));
  const isolated = relay.data?.items.filter(({ state }) => state === 'open') ?? [];
  const rows: readonly ServiceRow[] = [
    ...listEdgeChecks(edge.data?.checks ?? {}).map(([name, check]) => ({
      name: name === 'redis' ? 'Redis' : name,
      about: name === 'redis' ? t('limits and holds') : t('accounts, keys, sessions'),
      state: check === 'ok' ? ('good' as const) : ('bad' as const),
      note: check === 'ok' ? null : String(check),
    })),
    {
      name: 'billing',
      about: t('ledger, calls, payments'),
      state: liveState === 'open' ? 'good' : liveState === 'away' ? 'bad' : 'unknown',
      note: liveState === 'away' ? t('The live stream cannot be opened.') : null,
    },
    {
      ...describe('relay', t('models and provider routes'), relay),
      ...(isolated.length > 0 && {
        note: t('isolated provider routes: {count}', { count: isolated.length }),
      }),
    },
    describe('orgs', t('organizations and rules'), orgs),
    describe('audit', t('audit log and refusals'), audit),
    describe('video', t('video jobs'), video),
  ];
  return (
    <Card title={t('Services')}>
      <Table
        caption={t('Services')}
        rows={rows}
        rowKey={({ name }) => name}
        empty={null}
        columns={[
          { key: 'name', title: t('Service'), render: ({ name }) => name },
          { key: 'about', title: t('For'), render: ({ about }) => about },
          { key: 'state', title: t('Status'), render: ({ state }) => <StateBadge state={state} /> },
          { key: 'note', title: t('Note'), render: ({ note }) => note ?? '–' },
        ]}
      />
    </Card>
  );
}

interface Probe<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isSuccess: boolean;
}

function useProbe<Data>(name: string, probe: () => Promise<Data>): Probe<Data> {
  return useQuery({
    queryKey: ['operator', 'probe', name],
    queryFn: probe,
    refetchInterval: refreshMs,
    retry: false,
  });
}

function describe(name: string, about: string, probe: Probe<unknown>): ServiceRow {
  if (probe.isError) return { name, about, state: 'bad', note: describeError(probe.error) };
  return { name, about, state: probe.isSuccess ? 'good' : 'unknown', note: null };
}

function StateBadge({ state }: { readonly state: ServiceRow['state'] }): ReactNode {
  if (state === 'good') return <Badge tone="good">{t('answers')}</Badge>;
  if (state === 'bad') return <Badge tone="bad">{t('away')}</Badge>;
  return <Badge>{t('being asked')}</Badge>;
}
