import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { listNames } from '../../api/generated/sdk.gen';
import { Named } from '../../ui/named';
import { batchNames } from './batch-names';

const loadName = batchNames(async (ids) => {
  const { names } = await read(listNames({ query: { ids: ids.join(',') } }));
  return new Map(names.map((named) => [named.id, named]));
});

/**
 * A user, an organization, a team or a member by name; it opens the page of the user or of the
 * organization. Wallets have the ids of their owners.
 */
export function OwnerLink({ id }: { readonly id: string }): ReactNode {
  const { data: found } = useQuery({
    queryKey: ['operator', 'name', id],
    queryFn: () => loadName(id),
    staleTime: Infinity,
  });
  const org = found?.org ?? undefined;
  const name = org === undefined ? found?.name : `${found?.name} · ${org.name}`;
  const shown = <Named id={id} name={name} />;
  const orgId = id.startsWith('org_') ? id : org?.id;
  if (orgId !== undefined) {
    return (
      <Link to="/operator/orgs/$orgId" params={{ orgId }}>
        {shown}
      </Link>
    );
  }
  if (!id.startsWith('user_')) return shown;
  return (
    <Link to="/operator/$section" params={{ section: 'users' }} search={{ find: id }}>
      {shown}
    </Link>
  );
}
