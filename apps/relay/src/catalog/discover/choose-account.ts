import { AppError } from '@tollgate/errors';
import type { ProviderRow } from '@tollgate/provider-table';
import { isSameOrigin, type SecretBox } from '@tollgate/secret-box';
import type { DiscoverModels } from '../catalog-schemas';
import type { ProviderKeyRow } from '../catalog-rows';
import { findProtocol, findUsualUrl } from '../manage/complete-key';
import type { ListedAccount } from '../manage/model-list-request';

interface Known {
  readonly row: ProviderRow | undefined;
  readonly stored: ProviderKeyRow | undefined;
  readonly secrets: SecretBox;
}

/**
 * Where to ask, and with which key: as the request says, else as stored, else as the table of
 * providers says. Raises: missing_required_field.
 */
export function chooseAccount(wanted: DiscoverModels, known: Known): ListedAccount {
  const { row, stored } = known;
  const baseUrl = wanted.baseUrl ?? stored?.base_url ?? findUsualUrl(row);
  if (baseUrl === undefined) throw refuseUnplaced(wanted.provider, row);
  return {
    provider: wanted.provider,
    base_url: baseUrl,
    protocol: stored?.protocol ?? findProtocol(row) ?? 'openai',
    headers: stored !== undefined && isSameOrigin(stored.base_url, baseUrl) ? stored.headers : {},
    apiKey: wanted.apiKey ?? chooseStoredKey(baseUrl, wanted.provider, known),
  };
}

function refuseUnplaced(provider: string, row: ProviderRow | undefined): AppError {
  const example = row === undefined ? 'https://api.example.com/v1' : row.baseUrl;
  return new AppError('missing_required_field', {
    message: `baseUrl is required: no address of ${provider} is known. Send one such as ${example}`,
    param: 'baseUrl',
  });
}

/** A stored key must not be sent to a host that it was not entered for. */
function chooseStoredKey(baseUrl: string, provider: string, known: Known): string {
  const { row, secrets, stored } = known;
  if (stored !== undefined) {
    const isItsHost = isSameOrigin(stored.base_url, baseUrl);
    if (isItsHost) return secrets.open(stored.key_ciphertext, stored.id);
    throw new AppError('missing_required_field', {
      message: `apiKey is required: the stored key of ${provider} is for another host than baseUrl`,
      param: 'apiKey',
    });
  }
  // A server that is not known may have no key.
  if (row === undefined || row.isSelfHosted) return '';
  throw new AppError('missing_required_field', {
    message: `apiKey is required: no key of ${provider} is stored. Send it, or set ${row.variable}`,
    param: 'apiKey',
  });
}
