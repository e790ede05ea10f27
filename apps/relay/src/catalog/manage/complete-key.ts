import { AppError } from '@tollgate/errors';
import { findProviderRow, type ProviderRow } from '@tollgate/provider-table';
import { routeProtocols, type RouteProtocol } from '../catalog';
import type { CreateProviderKey } from '../catalog-schemas';

/** A provider key with everything that is stored of it. */
export interface WholeKey extends Omit<CreateProviderKey, 'apiKey' | 'baseUrl' | 'protocol'> {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly protocol: RouteProtocol;
}

/**
 * Adds what the table of providers knows of a provider: its address, its protocol, and whether it
 * may have no key. Raises: missing_required_field.
 */
export function completeKey(key: CreateProviderKey): WholeKey {
  const row = findProviderRow(key.provider);
  const baseUrl = key.baseUrl ?? findUsualUrl(row);
  const protocol = key.protocol ?? findProtocol(row);
  const apiKey = key.apiKey ?? (row?.isSelfHosted === true ? '' : undefined);
  if (baseUrl === undefined) throw refuseMissing('baseUrl', key.provider);
  if (protocol === undefined) throw refuseMissing('protocol', key.provider);
  if (apiKey === undefined) throw refuseMissing('apiKey', key.provider);
  return { ...key, apiKey, baseUrl, protocol };
}

/** Undefined for self-hosted servers, and for clouds with an address per customer. */
export function findUsualUrl(row: ProviderRow | undefined): string | undefined {
  if (row === undefined || row.isSelfHosted) return undefined;
  return new URL(row.baseUrl).hostname.endsWith('.invalid') ? undefined : row.baseUrl;
}

export function findProtocol(row: ProviderRow | undefined): RouteProtocol | undefined {
  return routeProtocols.find((each) => each === row?.protocol);
}

function refuseMissing(param: 'apiKey' | 'baseUrl' | 'protocol', provider: string): AppError {
  const why = {
    apiKey: 'only self-hosted servers may have no key',
    baseUrl: 'no usual address of this provider is known',
    protocol: 'the protocol of this provider is not known',
  };
  return new AppError('missing_required_field', {
    message: `${param} is required for the provider ${provider}: ${why[param]}`,
    param,
  });
}
