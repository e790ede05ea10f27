import type { UpstreamTarget } from '@tollgate/model-spec';
import { makeUpstreamHeaders } from '@tollgate/model-kit';

const defaultVersion = '2023-06-01';
const versionHeader = 'anthropic-version';
const betaHeader = 'anthropic-beta';

/** Only these headers go upstream: nothing of the client's own may pass by accident. */
export function signRequest(
  target: UpstreamTarget,
  clientHeaders: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const betas = [target.headers[betaHeader], clientHeaders[betaHeader]].filter(
    (beta) => beta !== undefined && beta !== '',
  );
  return {
    ...makeUpstreamHeaders(target),
    [versionHeader]:
      clientHeaders[versionHeader] ?? target.headers[versionHeader] ?? defaultVersion,
    ...(betas.length > 0 && { [betaHeader]: betas.join(',') }),
    'x-api-key': target.apiKey,
  };
}
