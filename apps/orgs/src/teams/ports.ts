import type { Team } from './team';

export interface TeamStore {
  /** False when a living team has the name. */
  insert(team: Team): Promise<boolean>;
  /** False when another living team has the name. */
  update(team: Team): Promise<boolean>;
  /** A living one. */
  find(orgId: string, teamId: string): Promise<Team | undefined>;
  /** Living ones by name. */
  list(orgId: string): Promise<readonly Team[]>;
  /** Deleted ones too, by name. */
  listAll(orgId: string): Promise<readonly Team[]>;
  markDeleted(teamId: string, now: Date): Promise<void>;
}
