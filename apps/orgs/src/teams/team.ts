import type { Nanos } from '@tollgate/money';
import { toUsd } from '../shared/usd';

export const permissions = ['inference', 'images', 'video', 'audio', 'embeddings'] as const;
export type Permission = (typeof permissions)[number];

export interface Team {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly description: string | null;
  readonly costCenterCode: string | null;
  /** Empty: every kind of call. */
  readonly permissionScope: readonly Permission[];
  readonly monthlyBudgetNanos: Nanos | null;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

export function describeTeam(team: Team): object {
  return {
    name: team.name,
    description: team.description,
    costCenterCode: team.costCenterCode,
    permissionScope: team.permissionScope,
    monthlyBudget: toUsd(team.monthlyBudgetNanos),
  };
}
