import type { Session } from './session';

export interface SessionRow {
  readonly id: string;
  readonly owner_id: string;
  readonly created_at: Date;
  readonly renewed_at: Date;
  readonly expires_at: Date;
  readonly user_agent: string;
  readonly ip: string;
}

export const sessionColumns =
  's.id, s.user_id AS owner_id, s.created_at, s.renewed_at, s.expires_at, s.user_agent, s.ip';

export function readSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.owner_id,
    createdAt: row.created_at,
    renewedAt: row.renewed_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    ip: row.ip,
  };
}
