import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { deleteRoute, listRouteHealth, listRoutes, updateRoute } from '../../api/generated/sdk.gen';
import type { ListRoutesData, Route, RouteHealth } from '../../api/generated/types.gen';
import type { ListRules } from '../../app/list-view';
import { t } from '../../i18n/language';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/table';
import { TimeAgo } from '../../ui/time';
import { DefaultRoutes } from './default-routes';
import { OperatorList } from './operator-list';
import { RouteDialog } from './route-dialog';
import { ConfirmButton, useRefresh } from './save-dialog';
import { useSortedItems } from './use-sorted-items';

const healthRefreshMs = 10_000;
const healthMax = 500;

const rules: ListRules<NonNullable<NonNullable<ListRoutesData['query']>['sort']>> = {
  sorts: ['id', 'pattern', 'priority', 'createdAt', 'updatedAt'],
  sort: 'pattern',
  order: 'asc',
};

/** Which provider serves which model, and how well it does. */
export function RoutesSection(): ReactNode {
  const [edited, setEdited] = useState<Route | 'new'>();
  const list = useSortedItems('routes', rules, (query) => read(listRoutes({ query })));
  const health = useQuery({
    queryKey: ['operator', 'route-health'],
    queryFn: () => read(listRouteHealth({ query: { limit: healthMax } })),
    refetchInterval: healthRefreshMs,
  });
  const byRoute = new Map(health.data?.items.map((route) => [route.routeId, route]));
  return (
    <>
      <OperatorList
        title={t('Provider routes')}
        {...list}
        findLabel={t('Find by model, provider key or id')}
        curl="/api/admin/routes"
        rowKey={({ id }) => id}
        emptyText={t('No route yet')}
        actions={<Button onClick={() => setEdited('new')}>{t('Add a route')}</Button>}
        columns={routeColumns(byRoute, setEdited)}
      >
        {edited !== undefined && (
          <RouteDialog
            route={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </OperatorList>
      <DefaultRoutes health={health.data?.items ?? []} />
    </>
  );
}

function routeColumns(
  health: ReadonlyMap<string, RouteHealth>,
  onEdit: (route: Route) => void,
): readonly Column<Route>[] {
  return [
    {
      key: 'pattern',
      title: t('Model'),
      sortBy: 'pattern',
      render: ({ id, pattern, upstreamModel }) => (
        <span className="grid">
          <span className="wrap-anywhere">{pattern}</span>
          <span className="font-mono text-xs text-muted wrap-anywhere">{upstreamModel ?? id}</span>
        </span>
      ),
    },
    {
      key: 'provider',
      title: t('Provider'),
      render: ({ id, providerKeyId }) => health.get(id)?.provider ?? providerKeyId,
    },
    {
      key: 'order',
      title: t('Priority / weight'),
      sortBy: 'priority',
      isFigure: true,
      render: ({ priority, weight }) => `${priority} / ${weight}`,
    },
    {
      key: 'state',
      title: t('Circuit'),
      render: ({ enabled, id }) => <Circuit enabled={enabled} health={health.get(id)} />,
    },
    {
      key: 'speed',
      title: t('Speed'),
      isFigure: true,
      render: ({ id }) => {
        const { latencyMs, tokensPerSecond } = health.get(id) ?? {};
        if (latencyMs == null && tokensPerSecond == null) return '–';
        return (
          <span className="grid">
            <span>{t('{ms} ms', { ms: formatFigure(latencyMs, 0) })}</span>
            <span>{t('{count} tokens/s', { count: formatFigure(tokensPerSecond, 1) })}</span>
          </span>
        );
      },
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (route) => <RouteActions route={route} onEdit={() => onEdit(route)} />,
    },
  ];
}

function formatFigure(figure: number | null | undefined, decimals: number): string {
  return figure == null ? '–' : figure.toFixed(decimals);
}

/** What the breaker does with a route, or that an operator has isolated it. */
function Circuit({
  enabled,
  health,
}: {
  readonly enabled: boolean;
  readonly health: RouteHealth | undefined;
}): ReactNode {
  if (!enabled) return <Badge tone="warn">{t('isolated by hand')}</Badge>;
  if (health === undefined) return <Badge>{t('unknown')}</Badge>;
  return (
    <span className="grid gap-1">
      {health.state === 'closed' ? (
        <Badge tone="good">{t('closed')}</Badge>
      ) : (
        <Badge tone="bad">{t('open: asked last')}</Badge>
      )}
      {health.recentFailures > 0 && (
        <span className="text-xs text-muted">
          {t('recent failures: {count}', { count: health.recentFailures })}
        </span>
      )}
      {health.restsUntil !== null && (
        <span className="text-xs text-muted">
          {t('pauses until')} <TimeAgo at={health.restsUntil} />
        </span>
      )}
    </span>
  );
}

function RouteActions({
  onEdit,
  route: { enabled, id, pattern },
}: {
  readonly route: Route;
  readonly onEdit: () => void;
}): ReactNode {
  const refresh = useRefresh();
  const setEnabled = async (value: boolean): Promise<void> => {
    await read(updateRoute({ path: { id }, body: { enabled: value } }));
    await refresh();
  };
  return (
    <span className="flex flex-wrap gap-1">
      <Button onClick={onEdit}>{t('Edit')}</Button>
      {enabled ? (
        <ConfirmButton
          label={t('Isolate')}
          title={t('Isolate the route of {model}?', { model: pattern })}
          onConfirm={() => setEnabled(false)}
        >
          <p>{t('No new call uses it until it is enabled again. Running calls end normally.')}</p>
        </ConfirmButton>
      ) : (
        <ActionButton onAction={() => setEnabled(true)}>{t('Enable')}</ActionButton>
      )}
      <ConfirmButton
        label={t('Delete')}
        title={t('Delete the route of {model}?', { model: pattern })}
        onConfirm={() => read(deleteRoute({ path: { id } }))}
      >
        <p>{t('A model without any route answers that it is not available.')}</p>
        <p>{t('Video jobs of the route cannot end any more: isolate it until they are done.')}</p>
      </ConfirmButton>
    </span>
  );
}
