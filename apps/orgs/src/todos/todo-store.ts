import { makeUlid } from '@tollgate/ids';
import { type Queryable, tableColumns } from '@tollgate/postgres';
import type { Todo, TodoStore } from './ports';

/** Longer than one attempt can take, so that no second attempt starts beside it. */
const backoffSecondsFirst = 10;
const backoffSecondsMax = 300;

const columns = tableColumns<Todo>([
  'id',
  'kind',
  'orgId',
  'teamId',
  'memberId',
  'version',
  'tries',
]);

// The use case tries it at once; the job repeats what failed.
const addSql = `
INSERT INTO todos (id, kind, org_id, team_id, member_id, tries, next_at)
VALUES ($1, $2, $3, $4, $5, 1, $6::timestamptz + make_interval(secs => ${backoffSecondsFirst}))
ON CONFLICT ON CONSTRAINT todos_wish_key DO UPDATE SET version = todos.version + 1, tries = 1,
  next_at = excluded.next_at
RETURNING ${columns.select}`;

const claimSql = `
UPDATE todos SET tries = tries + 1, next_at = $1::timestamptz + make_interval(
  secs => least(${backoffSecondsMax}, ${backoffSecondsFirst} * 2 ^ least(tries, 10)))
 WHERE id IN (
   SELECT id FROM todos WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${columns.select}`;

export function createTodoStore(sql: Queryable): TodoStore {
  return {
    async add({ kind, orgId, teamId, memberId }, now) {
      const values = [makeUlid(), kind, orgId, teamId, memberId, now];
      const { rows } = await sql.query<Todo>(addSql, values);
      const [todo] = rows;
      if (todo === undefined) throw new Error('the todo was not stored');
      return todo;
    },

    async claimDue(now, rowsMax) {
      return (await sql.query<Todo>(claimSql, [now, rowsMax])).rows;
    },

    async remove({ id, version }) {
      await sql.query('DELETE FROM todos WHERE id = $1 AND version = $2', [id, version]);
    },
  };
}
