import { AppError } from '@tollgate/errors';
import { idPrefixes, makeUlid } from '@tollgate/ids';
import type { CreateRoute, PatchRoute } from '../catalog-schemas';
import { describeRoute, type NewRoute, type ProviderKeyRow, type RouteRow } from '../catalog-rows';
import type { CatalogBook } from './catalog-book';
import type { OperatorContext, RunCatalogCommand } from './run-catalog-command';

export interface ManageRoutes {
  /** Idempotent per ulid. */
  create(context: OperatorContext, route: CreateRoute, ulid?: string): Promise<RouteRow>;
  patch(context: OperatorContext, id: string, changes: PatchRoute): Promise<RouteRow>;
  delete(context: OperatorContext, id: string): Promise<void>;
}

export function createManageRoutes(run: RunCatalogCommand): ManageRoutes {
  return {
    create: (context, route, ulid = makeUlid()) =>
      run(context, async (book) => {
        const id = idPrefixes.route + ulid;
        const made = await book.findRoute(id);
        if (made) return { action: null, result: made };
        const key = await getKeyOfRoute(book, route.providerKeyId);
        const row = await book.saveRoute({
          id,
          pattern: route.pattern,
          provider_key_id: route.providerKeyId,
          upstream_model: route.upstreamModel ?? null,
          protocol: route.protocol ?? key.protocol,
          priority: route.priority ?? 1,
          weight: route.weight ?? 1,
          enabled: route.enabled ?? true,
          preferences: pickPreferences(route),
        });
        return {
          action: 'admin.route.create',
          target: routeTarget(id),
          after: describeRoute(row),
          result: row,
        };
      }),

    patch: (context, id, changes) =>
      run(context, async (book) => {
        const before = await getRoute(book, id);
        if (changes.providerKeyId !== undefined) await getKeyOfRoute(book, changes.providerKeyId);
        const row = await book.saveRoute(applyChanges(before, changes));
        return {
          action: 'admin.route.update',
          target: routeTarget(id),
          before: describeRoute(before),
          after: describeRoute(row),
          result: row,
        };
      }),

    delete: (context, id) =>
      run(context, async (book) => {
        const before = await getRoute(book, id);
        await book.deleteRoute(id);
        return {
          action: 'admin.route.delete',
          target: routeTarget(id),
          before: describeRoute(before),
          result: undefined,
        };
      }),
  };
}

function applyChanges(before: RouteRow, changes: PatchRoute): NewRoute {
  return {
    ...before,
    pattern: changes.pattern ?? before.pattern,
    provider_key_id: changes.providerKeyId ?? before.provider_key_id,
    upstream_model:
      changes.upstreamModel === undefined ? before.upstream_model : changes.upstreamModel,
    protocol: changes.protocol ?? before.protocol,
    priority: changes.priority ?? before.priority,
    weight: changes.weight ?? before.weight,
    enabled: changes.enabled ?? before.enabled,
    preferences: { ...before.preferences, ...pickPreferences(changes) },
  };
}

const routeTarget = (id: string): { type: string; id: string } => ({ type: 'route', id });

function pickPreferences(route: PatchRoute): Record<string, unknown> {
  const {
    quantization,
    dataCollection,
    supportedParameters,
    contextLength,
    maxCompletionTokens,
    prices,
  } = route;
  const all = {
    quantization,
    dataCollection,
    supportedParameters,
    contextLength,
    maxCompletionTokens,
    prices,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

async function getKeyOfRoute(
  book: CatalogBook,
  providerKeyId: string,
): Promise<Pick<ProviderKeyRow, 'protocol'>> {
  const key = await book.findProviderKey(providerKeyId);
  if (!key)
    throw new AppError('bad_request', {
      message: 'providerKeyId names no provider key',
      param: 'providerKeyId',
    });
  return key;
}

async function getRoute(book: CatalogBook, id: string): Promise<RouteRow> {
  const row = await book.findRoute(id);
  if (!row) throw new AppError('not_found', { message: 'Route not found' });
  return row;
}
