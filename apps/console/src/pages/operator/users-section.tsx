import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import { grantCredit, listUsers, suspendUser, unsuspendUser } from '../../api/generated/sdk.gen';
import type { ListUsersData, ListUsersResponse } from '../../api/generated/types.gen';
import type { ListRules } from '../../app/list-view';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { GrantDialog } from './grant-dialog';
import { OperatorList } from './operator-list';
import { ReasonDialog } from './reason-dialog';
import { useSortedItems } from './use-sorted-items';
import { UserDialog } from './user-dialog';

type User = ListUsersResponse['items'][number];
type Act = { readonly kind: 'suspend' | 'unsuspend' | 'grant' | 'edit'; readonly user: User };

const rules: ListRules<NonNullable<NonNullable<ListUsersData['query']>['sort']>> = {
  sorts: ['createdAt', 'email', 'name'],
  sort: 'createdAt',
  order: 'desc',
};

export function UsersSection(): ReactNode {
  const [act, setAct] = useState<Act>();
  const list = useSortedItems('users', rules, (query) => read(listUsers({ query })));
  const close = (): void => setAct(undefined);
  return (
    <OperatorList
      title={t('Users')}
      {...list}
      findLabel={t('Find by address, name or id')}
      curl="/api/admin/users"
      columns={columns(setAct)}
      rowKey={({ id }) => id}
      emptyText={t('No user yet')}
    >
      {act?.kind === 'grant' && (
        <GrantDialog
          title={act.user.email}
          onClose={close}
          onGrant={(grant, key) =>
            read(grantCredit({ body: { ...grant, userId: act.user.id }, ...once(key) }))
          }
        />
      )}
      {act?.kind === 'edit' && <UserDialog user={act.user} onClose={close} />}
      {act?.kind === 'suspend' && (
        <ReasonDialog
          title={t('Suspend {name}?', { name: act.user.email })}
          action={t('Suspend')}
          onClose={close}
          onConfirm={(reason, key) =>
            read(suspendUser({ path: { id: act.user.id }, body: { reason }, ...once(key) }))
          }
        >
          <p>{t('All keys and sessions of this user are refused at once.')}</p>
        </ReasonDialog>
      )}
      {act?.kind === 'unsuspend' && (
        <ReasonDialog
          title={t('End the suspension of {name}?', { name: act.user.email })}
          action={t('End the suspension')}
          onClose={close}
          onConfirm={(_, key) =>
            read(unsuspendUser({ path: { id: act.user.id }, body: {}, ...once(key) }))
          }
        >
          <p>{t('Keys work again.')}</p>
        </ReasonDialog>
      )}
    </OperatorList>
  );
}

function columns(onAct: (act: Act) => void): readonly Column<User>[] {
  return [
    {
      key: 'email',
      title: t('Email'),
      sortBy: 'email',
      render: ({ email, id }) => (
        <span className="grid">
          <span className="break-all">{email}</span>
          <span className="font-mono text-xs text-muted">{id}</span>
        </span>
      ),
    },
    {
      key: 'role',
      title: t('Role'),
      render: ({ role }) => (role === 'operator' ? t('operator') : t('user')),
    },
    {
      key: 'state',
      title: t('Status'),
      render: ({ deletedAt, emailVerified, suspended }) => {
        if (deletedAt !== null) return <Badge>{t('deleted')}</Badge>;
        if (suspended) return <Badge tone="bad">{t('suspended')}</Badge>;
        if (!emailVerified) return <Badge tone="warn">{t('not confirmed')}</Badge>;
        return <Badge tone="good">{t('active')}</Badge>;
      },
    },
    {
      key: 'since',
      title: t('Since'),
      sortBy: 'createdAt',
      render: (user) => <Time at={user.createdAt} />,
    },
    {
      key: 'actions',
      title: t('Actions'),
      render: (user) => (
        <span className="flex flex-wrap gap-1">
          <Button onClick={() => onAct({ kind: 'edit', user })}>{t('Edit')}</Button>
          <Button onClick={() => onAct({ kind: 'grant', user })}>{t('Grant credit')}</Button>
          {user.suspended ? (
            <Button onClick={() => onAct({ kind: 'unsuspend', user })}>
              {t('End the suspension')}
            </Button>
          ) : (
            <Button look="danger" onClick={() => onAct({ kind: 'suspend', user })}>
              {t('Suspend')}
            </Button>
          )}
        </span>
      ),
    },
  ];
}
