import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getUser, updateUser } from '../../api/generated/sdk.gen';
import type { ListUsersResponse } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Money } from '../../ui/money';
import { Facts } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { SaveDialog } from './save-dialog';

type User = ListUsersResponse['items'][number];

/** What a user has, and their role. */
export function UserDialog({
  onClose,
  user,
}: {
  readonly user: User;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SaveDialog
      title={user.email}
      fields={['name', 'role', 'emailVerified']}
      lead={<UserFacts id={user.id} />}
      onClose={onClose}
      onSave={({ emailVerified, name, role }) => {
        const body = {
          name: name === '' ? null : name,
          role: role as User['role'],
          ...(emailVerified === 'on' && !user.emailVerified && { emailVerified: true }),
        };
        return read(updateUser({ path: { id: user.id }, body }));
      }}
    >
      {(errors) => (
        <>
          <TextField
            label={t('Name')}
            name="name"
            defaultValue={user.name ?? ''}
            error={errors.name}
          />
          <SelectField
            label={t('Role')}
            name="role"
            defaultValue={user.role}
            options={{ user: t('user'), operator: t('operator: sees and changes everything') }}
            error={errors.role}
          />
          {!user.emailVerified && (
            <CheckField label={t('The address is confirmed')} name="emailVerified" />
          )}
        </>
      )}
    </SaveDialog>
  );
}

function UserFacts({ id }: { readonly id: string }): ReactNode {
  const overview = useQuery({
    queryKey: ['operator', 'user', id],
    queryFn: () => read(getUser({ path: { id } })),
  });
  return (
    <QueryView query={overview} lines={3}>
      {({ credits, keyCount, sessionCount, suspendedReason }) => (
        <Facts
          facts={[
            [t('Balance (USD)'), <Money key="balance" usd={credits.balance} />],
            [t('Keys'), formatCount(keyCount)],
            [t('Sessions'), formatCount(sessionCount)],
            ...(suspendedReason === null
              ? []
              : [[t('Suspended because'), suspendedReason] as const]),
          ]}
        />
      )}
    </QueryView>
  );
}
