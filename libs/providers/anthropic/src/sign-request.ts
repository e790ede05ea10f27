import type { UpstreamTarget } from '@tollgate/model-spec';

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
    ...target.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    // undici's request() does not decompress, and usage must be readable from the side.
    'accept-encoding': 'identity',
    [versionHeader]:
      clientHeaders[versionHeader] ?? target.headers[versionHeader] ?? defaultVersion,
    ...(betas.length > 0 && { [betaHeader]: betas.join(',') }),
    'x-api-key': target.apiKey,
  };
}
