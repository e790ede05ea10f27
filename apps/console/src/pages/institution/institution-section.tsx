import type { ReactNode } from 'react';
import { ClassesCard } from './classes-card';
import { SessionsCard } from './sessions-card';
import { SettingsCard } from './settings-card';

/** An institution: an administrator sets it up, a teacher sees the sessions of its classes. */
export function InstitutionSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  return (
    <>
      <SessionsCard orgId={orgId} isTeacher={role === 'teacher'} />
      {role === 'org_admin' && (
        <>
          <ClassesCard orgId={orgId} />
          <SettingsCard orgId={orgId} />
        </>
      )}
    </>
  );
}
