import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import { assignInstitutionTeacher, removeInstitutionTeacher } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Dialog } from '../../ui/dialog';
import { CheckField } from '../../ui/field';
import { QueryView } from '../../ui/query-view';
import { describeError, EmptyState } from '../../ui/states';
import { useMembers } from '../orgs/org-queries';
import type { InstitutionKey } from './institution-queries';

/** Which teachers see and end the sessions of a class. */
export function TeachersDialog({
  institutionKey,
  onChanged,
  onClose,
  orgId,
}: {
  readonly orgId: string;
  readonly institutionKey: InstitutionKey | undefined;
  readonly onChanged: () => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const members = useMembers(orgId);
  const [busyId, setBusyId] = useState<string>();
  const [error, setError] = useState<string>();
  if (institutionKey === undefined) return null;
  const { id: keyId, name, teacherIds } = institutionKey;
  const change = async (memberId: string, isTeaching: boolean): Promise<void> => {
    const call = isTeaching ? assignInstitutionTeacher : removeInstitutionTeacher;
    setBusyId(memberId);
    setError(undefined);
    try {
      await read(call({ path: { orgId, keyId, memberId } }));
      await onChanged();
    } catch (caught) {
      setError(describeError(caught));
    } finally {
      setBusyId(undefined);
    }
  };
  return (
    <Dialog title={t('Teachers of {name}', { name })} onClose={onClose}>
      <p>{t('A teacher sees and ends the sessions of the class, and nothing else.')}</p>
      <QueryView query={members}>
        {(data) => {
          const teachers = data.members.filter(({ role }) => role === 'teacher');
          if (teachers.length === 0) {
            return (
              <EmptyState title={t('No member has the role teacher')}>
                {t('Invite teachers, or change the role of a member.')}
              </EmptyState>
            );
          }
          return (
            <div className="grid gap-2">
              {teachers.map(({ id, user }) => (
                <CheckField
                  key={id}
                  label={user.email ?? id}
                  checked={teacherIds.includes(id)}
                  disabled={busyId !== undefined}
                  onChange={({ target }) => void change(id, target.checked)}
                />
              ))}
            </div>
          );
        }}
      </QueryView>
      {error !== undefined && (
        <p role="alert" className="text-bad">
          ⚠ {error}
        </p>
      )}
    </Dialog>
  );
}
