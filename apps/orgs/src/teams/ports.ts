import type { Team } from './team';

export interface TeamName {
  readonly id: string;
  readonly name: string;
  readonly org: { readonly id: string; readonly name: string };
}

export interface TeamStore {
  /** False when a team has the name already. */
  insert(team: Team): Promise<boolean>;
  /** False when another team has the name. */
  update(team: Team): Promise<boolean>;
  /** Not a deleted one. */
  find(orgId: string, teamId: string): Promise<Team | undefined>;
  /** Without deleted ones, by name. */
  list(orgId: string): Promise<readonly Team[]>;
  /** Deleted ones too, by name. */
  listAll(orgId: string): Promise<readonly Team[]>;
  /** Of any organization, deleted ones too; ids that are unknown are left out. */
  listNames(teamIds: readonly string[]): Promise<readonly TeamName[]>;
  markDeleted(teamId: string, now: Date): Promise<void>;
}
