import { AppError } from '@tollgate/errors';
import { findProviderRow, providerRows } from '@tollgate/provider-table';
import { byokProtocols, type ByokProtocol } from './byok-key';

const isByokProtocol = (protocol: string): protocol is ByokProtocol =>
  byokProtocols.some((each) => each === protocol);

/** Hosted providers with one address for all customers: others need their address. */
export const byokProviders: readonly string[] = [
  ...new Set(
    providerRows
      .filter(({ baseUrl, isSelfHosted, protocol, slug }) => {
        const isMain = findProviderRow(slug)?.protocol === protocol;
        const isPlaced = !isSelfHosted && !new URL(baseUrl).hostname.endsWith('.invalid');
        return isMain && isPlaced && isByokProtocol(protocol);
      })
      .map(({ slug }) => slug),
  ),
];

interface GivenPlace {
  readonly provider?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly protocol?: ByokProtocol | undefined;
}

/** Where an own key is used: as given, else as at its provider. Raises: missing_required_field. */
export function placeKey({ provider, ...given }: GivenPlace): {
  readonly baseUrl: string;
  readonly protocol: ByokProtocol;
} {
  const row = provider === undefined ? undefined : findProviderRow(provider);
  const usual = row !== undefined && isByokProtocol(row.protocol) ? row.protocol : 'openai';
  const { baseUrl = row?.baseUrl, protocol = usual } = given;
  if (baseUrl !== undefined) return { baseUrl, protocol };
  throw new AppError('missing_required_field', {
    message: 'baseUrl is required, or provider with the name of a known provider',
    param: 'baseUrl',
  });
}
