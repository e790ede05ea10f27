import { AppError } from '@tollgate/errors';
import { idPrefixes, makeUlid } from '@tollgate/ids';
import type { CreateRoute, PatchRoute } from '../catalog-schemas';
import {
  describeRoute,
  preferenceNames,
  type NewRoute,
  type ProviderKeyRow,
  type RouteRow,
} from '../catalog-rows';
import type { CatalogBook } from './catalog-book';
import { auditRows, type OperatorContext, type RunCatalogCommand } from './run-catalog-command';

export interface ManageRoutes {
  /** Idempotent per ulid. */
  create(context: OperatorContext, route: CreateRoute, ulid?: string): Promise<RouteRow>;
  patch(context: OperatorContext, id: string, changes: PatchRoute): Promise<RouteRow>;
  delete(context: OperatorContext, id: string): Promise<void>;
}

const { deleted, saved } = auditRows('route', describeRoute);

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
        return saved('admin.route.create', id, row);
      }),

    patch: (context, id, changes) =>
      run(context, async (book) => {
        const before = await getRoute(book, id);
        if (changes.providerKeyId !== undefined) await getKeyOfRoute(book, changes.providerKeyId);
        const row = await book.saveRoute(applyChanges(before, changes));
        return saved('admin.route.update', id, row, before);
      }),

    delete: (context, id) =>
      run(context, async (book) => {
        const before = await getRoute(book, id);
        await book.deleteRoute(id);
        return deleted('admin.route.delete', id, before);
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

function pickPreferences(route: PatchRoute): Record<string, unknown> {
  const given = preferenceNames.filter((name) => route[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, route[name]]));
}

async function getKeyOfRoute(
  book: CatalogBook,
  providerKeyId: string,
): Promise<Pick<ProviderKeyRow, 'protocol'>> {
  const key = await book.findProviderKey(providerKeyId);
  if (!key)
    throw AppError.forParam('bad_request', 'providerKeyId', 'providerKeyId names no provider key');
  return key;
}

async function getRoute(book: CatalogBook, id: string): Promise<RouteRow> {
  const row = await book.findRoute(id);
  if (!row) throw new AppError('not_found', { message: 'Route not found' });
  return row;
}
