import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The id of a wallet is that of its user or organization, whose page it opens. */
export function WalletLink({ id }: { readonly id: string }): ReactNode {
  const className = 'font-mono text-xs wrap-anywhere';
  if (id.startsWith('org_')) {
    return (
      <Link to="/operator/orgs/$orgId" params={{ orgId: id }} className={className}>
        {id}
      </Link>
    );
  }
  return (
    <Link
      to="/operator/$section"
      params={{ section: 'users' }}
      search={{ find: id }}
      className={className}
    >
      {id}
    </Link>
  );
}
