import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { listNames } from '../../api/generated/sdk.gen';
import { batchNames } from './batch-names';

const loadName = batchNames(async (ids) => {
  const { names } = await read(listNames({ query: { ids: ids.join(',') } }));
  return new Map(names.map(({ id, name }) => [id, name]));
});

/** A wallet by the name of its owner, whose page it opens; its id is the owner's. */
export function WalletLink({ id }: { readonly id: string }): ReactNode {
  const { data: name } = useQuery({
    queryKey: ['operator', 'name', id],
    queryFn: () => loadName(id),
    staleTime: Infinity,
  });
  const shown = (
    <>
      {name} <span className="font-mono text-xs wrap-anywhere">{id}</span>
    </>
  );
  if (id.startsWith('org_')) {
    return (
      <Link to="/operator/orgs/$orgId" params={{ orgId: id }}>
        {shown}
      </Link>
    );
  }
  return (
    <Link to="/operator/$section" params={{ section: 'users' }} search={{ find: id }}>
      {shown}
    </Link>
  );
}
