import type { Queryable } from '@tollgate/postgres';
import type { AliasRow } from '../alias';
import type { AliasBook } from '../manage/catalog-book';
import type { Page } from '../catalog-rows';

const selectAlias = 'SELECT name AS id, name, model, created_at, made_by FROM aliases';

export class AliasStore implements AliasBook {
  readonly #sql: Queryable;

  constructor(sql: Queryable) {
    this.#sql = sql;
  }

  async list({ after, limit }: Page): Promise<AliasRow[]> {
    const { rows } = await this.#sql.query<AliasRow>(
      `${selectAlias} WHERE name > $1 ORDER BY name LIMIT $2`,
      [after, limit],
    );
    return rows;
  }

  async find(name: string): Promise<AliasRow | undefined> {
    const { rows } = await this.#sql.query<AliasRow>(`${selectAlias} WHERE name = $1`, [name]);
    return rows[0];
  }

  async save(
    aliases: readonly { readonly name: string; readonly model: string }[],
    madeBy?: string,
  ): Promise<void> {
    await this.#sql.query(
      `INSERT INTO aliases (name, model, made_by)
       SELECT name, model, $2
       FROM jsonb_to_recordset($1::jsonb) AS given (name text, model text)
       ON CONFLICT (name) DO UPDATE SET model = EXCLUDED.model`,
      [JSON.stringify(aliases), madeBy ?? null],
    );
  }

  async delete(name: string): Promise<void> {
    await this.#sql.query('DELETE FROM aliases WHERE name = $1', [name]);
  }
}
