import { isId } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import type { Queryable } from '@tollgate/postgres';
import type { ScopeKind, Layer } from './layer';
import type { LayerStore, ScopeLayer } from './ports';

interface LayerRow {
  readonly id: string;
  readonly allowed_models: readonly string[];
  readonly is_breaker_enabled: boolean | null;
  readonly breaker_minute_nanos: Nanos | null;
  readonly breaker_hour_nanos: Nanos | null;
}

const layerColumns =
  'id, allowed_models, is_breaker_enabled, breaker_minute_nanos, breaker_hour_nanos';

const tables: Readonly<Record<ScopeKind, string>> = {
  org: 'organizations',
  team: 'teams',
  member: 'members',
};

const isLiving: Readonly<Record<ScopeKind, string>> = {
  org: 'deleted_at IS NULL',
  team: 'deleted_at IS NULL',
  member: 'left_at IS NULL',
};

interface PlacedRow extends LayerRow {
  readonly org_id: string;
  readonly team_id: string | null;
}

export function createLayerStore(sql: Queryable): LayerStore {
  async function readOne(kind: ScopeKind, id: string): Promise<PlacedRow | undefined> {
    const orgId = kind === 'org' ? 'id AS org_id' : 'org_id';
    const teamId = kind === 'member' ? 'team_id' : 'NULL AS team_id';
    const { rows } = await sql.query<PlacedRow>(
      `SELECT ${layerColumns}, ${orgId}, ${teamId} FROM ${tables[kind]}
       WHERE id = $1 AND ${isLiving[kind]}`,
      [id],
    );
    return rows[0];
  }

  async function listOf(kind: ScopeKind, orgId: string): Promise<readonly ScopeLayer[]> {
    const { rows } = await sql.query<LayerRow>(
      `SELECT ${layerColumns} FROM ${tables[kind]}
       WHERE ${kind === 'org' ? 'id' : 'org_id'} = $1 AND ${isLiving[kind]} ORDER BY id`,
      [orgId],
    );
    return rows.map((row) => place(kind, row));
  }

  return {
    async read(orgId, { kind, id }) {
      if (kind !== 'org' && !isId(kind, id)) return undefined;
      const own = await readOne(kind, id);
      if (own?.org_id !== orgId) return undefined;
      const team = own.team_id === null ? undefined : await readOne('team', own.team_id);
      const org = kind === 'org' ? undefined : await readOne('org', orgId);
      return [
        place(kind, own),
        ...(team === undefined ? [] : [place('team', team)]),
        ...(org === undefined ? [] : [place('org', org)]),
      ];
    },

    async updateAllowedModels({ kind, id }, patterns) {
      await sql.query(`UPDATE ${tables[kind]} SET allowed_models = $2 WHERE id = $1`, [
        id,
        patterns,
      ]);
    },

    async updateBreaker({ kind, id }, { isEnabled, minuteNanos, hourNanos }) {
      await sql.query(
        `UPDATE ${tables[kind]} SET is_breaker_enabled = $2, breaker_minute_nanos = $3,
           breaker_hour_nanos = $4
         WHERE id = $1`,
        [id, isEnabled, minuteNanos, hourNanos],
      );
    },

    async listAll(orgId) {
      const org = await listOf('org', orgId);
      const teams = await listOf('team', orgId);
      return [...org, ...teams, ...(await listOf('member', orgId))];
    },
  };
}

function place(kind: ScopeKind, row: LayerRow): ScopeLayer {
  return { scope: { kind, id: row.id }, ...readLayer(row) };
}

function readLayer(row: LayerRow): Layer {
  return {
    allowedModels: row.allowed_models,
    breaker: {
      isEnabled: row.is_breaker_enabled,
      minuteNanos: row.breaker_minute_nanos,
      hourNanos: row.breaker_hour_nanos,
    },
  };
}
