import type { Queryable } from '@tollgate/postgres';
import type { ModelRow, RouteRow } from '../catalog-rows';
import type { RowVersion } from './row-cache';

/**
 * The ids and versions of the rows. Postgres gives every update of a row another `xmin`; the
 * timestamp covers the wraparound of `xmin`.
 */
export async function listModelVersions(sql: Queryable, limit: number): Promise<RowVersion[]> {
  return list(
    sql,
    `SELECT id, xmin::text || ' ' || updated_at::text AS row_version FROM models
      WHERE hidden_at IS NULL ORDER BY id LIMIT $1`,
    limit,
  );
}

export async function findModels(sql: Queryable, ids: readonly string[]): Promise<ModelRow[]> {
  const text = 'SELECT * FROM models WHERE id = ANY($1::text[])';
  return (await sql.query<ModelRow>(text, [ids])).rows;
}

/** A change of its key changes a route as well. */
export async function listRouteVersions(sql: Queryable, limit: number): Promise<RowVersion[]> {
  return list(
    sql,
    `SELECT r.id, concat_ws(' ', r.xmin, r.updated_at, k.xmin, k.updated_at) AS row_version
       FROM routes r JOIN provider_keys k ON k.id = r.provider_key_id
      WHERE r.enabled AND k.enabled ORDER BY r.id LIMIT $1`,
    limit,
  );
}

export async function findRoutes(sql: Queryable, ids: readonly string[]): Promise<RouteRow[]> {
  const text = 'SELECT * FROM routes WHERE id = ANY($1::text[])';
  return (await sql.query<RouteRow>(text, [ids])).rows;
}

async function list(sql: Queryable, text: string, limit: number): Promise<RowVersion[]> {
  return (await sql.query<RowVersion>(text, [limit])).rows;
}
