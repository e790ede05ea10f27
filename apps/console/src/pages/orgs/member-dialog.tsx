import type { ReactNode } from 'react';
import { once, read } from '../../api/client';
import { addMember, updateMember } from '../../api/generated/sdk.gen';
import type { Member } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { AmountField, SelectField, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';
import { showToast } from '../../ui/toast';
import type { OrgRole } from './org-sections';
import { readAmount } from './read-amount';
import { nameGivenRoles } from './roles';
import { TeamField } from './team-field';

/** Adds or changes a member. */
export function MemberDialog({
  member,
  onClose,
  onSaved,
  orgId,
  role,
}: {
  readonly orgId: string;
  /** Of the viewer: a team_admin gives places in the own team. */
  readonly role: string;
  /** Undefined for a new member. */
  readonly member: Member | undefined;
  readonly onSaved: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const save = async (
    values: Readonly<Record<'email' | 'role' | 'teamId' | 'monthlyBudget', string>>,
    key: string,
  ): Promise<void> => {
    const body = {
      role: values.role as OrgRole,
      teamId: values.teamId === '' ? null : values.teamId,
      monthlyBudget: readAmount(values.monthlyBudget),
    };
    if (member !== undefined) {
      await read(updateMember({ path: { orgId, memberId: member.id }, body }));
    } else {
      const added = { ...body, email: values.email };
      const answer = await read(addMember({ path: { orgId }, body: added, ...once(key) }));
      if ('invited' in answer) showToast(t('{email} gets an invitation.', { email: values.email }));
    }
    await onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={member?.user.email ?? t('Add a member')}
      onClose={onClose}
      fields={['email', 'role', 'teamId', 'monthlyBudget']}
      onSubmit={save}
    >
      {(errors) => (
        <>
          {member === undefined && (
            <TextField
              label={t('Email')}
              name="email"
              type="email"
              required
              hint={t('An address without a confirmed account gets an invitation.')}
              error={errors.email}
            />
          )}
          <SelectField
            label={t('Role')}
            name="role"
            defaultValue={member?.role ?? 'member'}
            options={nameGivenRoles(role)}
            error={errors.role}
          />
          <TeamField orgId={orgId} ownRole={role} teamId={member?.team?.id} error={errors.teamId} />
          <AmountField
            label={t('Budget of a month (USD)')}
            name="monthlyBudget"
            defaultValue={member?.monthlyBudget ?? ''}
            hint={t('Empty: no limit.')}
            error={errors.monthlyBudget}
          />
        </>
      )}
    </FormDialog>
  );
}
