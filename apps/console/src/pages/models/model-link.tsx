import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findModelId, linkModel } from './link-model';

/** The page of a model; with a version, the one that is marked among its prices over time. */
export function ModelLink({
  id: name,
  priceVersion,
}: {
  readonly id: string;
  readonly priceVersion?: number;
}): ReactNode {
  const id = findModelId(name);
  if (id === undefined) return priceVersion === undefined ? name : String(priceVersion);
  if (priceVersion === undefined) return <Link {...linkModel(id)}>{name}</Link>;
  return (
    <Link {...linkModel(id)} search={{ prices: String(priceVersion) }}>
      {String(priceVersion)}
    </Link>
  );
}
