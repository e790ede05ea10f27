import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { SelectField } from '../../ui/field';
import { useTeams } from './org-queries';

/** The team of a member. A team_admin gives places in the own team only. */
export function TeamField({
  error,
  orgId,
  ownRole,
  teamId = '',
}: {
  readonly orgId: string;
  /** Of the viewer. */
  readonly ownRole: string;
  readonly teamId?: string | undefined;
  readonly error: string | undefined;
}): ReactNode {
  const teams = useTeams(orgId);
  const names = Object.fromEntries(
    (teams.data?.teams ?? []).map(({ id, name }) => [id, name] as const),
  );
  return (
    <SelectField
      label={t('Team')}
      name="teamId"
      // The default counts once, when the field appears: it appears again with its options.
      key={teams.data === undefined ? 'loading' : 'loaded'}
      defaultValue={teamId}
      options={ownRole === 'team_admin' ? names : { '': t('no team'), ...names }}
      error={error}
    />
  );
}
