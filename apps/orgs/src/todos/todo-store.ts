import { makeUlid } from '@tollgate/ids';
import type { Queryable } from '@tollgate/postgres';
import type { TodoStore } from './ports';
import type { Todo, NewTodo } from './todo';

/** Longer than one attempt can take, so that no second attempt starts beside it. */
const backoffSecondsFirst = 10;
const backoffSecondsMax = 300;

interface TodoRow {
  readonly id: string;
  readonly kind: NewTodo['kind'];
  readonly org_id: string;
  readonly team_id: string;
  readonly member_id: string;
  readonly version: number;
  readonly tries: number;
}

const columns = 'id, kind, org_id, team_id, member_id, version, tries';

// The use case tries it at once; the job repeats what failed.
const addSql = `
INSERT INTO todos (id, kind, org_id, team_id, member_id, tries, next_at)
VALUES ($1, $2, $3, $4, $5, 1, $6::timestamptz + make_interval(secs => ${backoffSecondsFirst}))
ON CONFLICT ON CONSTRAINT todos_wish_key DO UPDATE SET version = todos.version + 1, tries = 1,
  next_at = excluded.next_at
RETURNING ${columns}`;

const claimSql = `
UPDATE todos SET tries = tries + 1, next_at = $1::timestamptz + make_interval(
  secs => least(${backoffSecondsMax}, ${backoffSecondsFirst} * 2 ^ least(tries, 10)))
 WHERE id IN (
   SELECT id FROM todos WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING ${columns}`;

export function createTodoStore(sql: Queryable): TodoStore {
  return {
    async add({ kind, orgId, teamId, memberId }, now) {
      const values = [makeUlid(), kind, orgId, teamId, memberId, now];
      const { rows } = await sql.query<TodoRow>(addSql, values);
      const [row] = rows;
      if (row === undefined) throw new Error('the todo was not stored');
      return readTodo(row);
    },

    async claimDue(now, rowsMax) {
      const { rows } = await sql.query<TodoRow>(claimSql, [now, rowsMax]);
      return rows.map(readTodo);
    },

    async remove({ id, version }) {
      await sql.query('DELETE FROM todos WHERE id = $1 AND version = $2', [id, version]);
    },
  };
}

function readTodo(row: TodoRow): Todo {
  return {
    id: row.id,
    kind: row.kind,
    orgId: row.org_id,
    teamId: row.team_id,
    memberId: row.member_id,
    version: row.version,
    tries: row.tries,
  };
}
