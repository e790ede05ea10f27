import type { IncomingMessage } from 'node:http';

/**
 * Why a parsed request must be refused: another server before this one could
 * have read it differently. Undefined: nothing is wrong with it. A target in absolute form that
 * names the request's own host is made a path.
 */
export function findFrameFault(request: IncomingMessage): string | undefined {
  const { headers, httpVersion, url = '' } = request;
  const hosts = countHosts(request.rawHeaders);
  if (hosts > 1) return 'several hosts';
  if (hosts === 0 && httpVersion !== '1.0') return 'no host';
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked')) {
    return 'unknown transfer coding';
  }
  return url.charCodeAt(0) === slash ? undefined : takeAbsoluteForm(request, url);
}

const slash = 47;
const absoluteForm = /^https?:\/\/([^/?#@]+)(\/[^#]*)?$/i;

function takeAbsoluteForm(request: IncomingMessage, url: string): string | undefined {
  if (url === '*' && request.method === 'OPTIONS') return undefined;
  const [, host, path = '/'] = absoluteForm.exec(url) ?? [];
  if (host === undefined) return 'unknown target';
  if (host.toLowerCase() !== request.headers.host?.toLowerCase()) return 'target of another host';
  request.url = path;
  return undefined;
}

/** Node keeps the first of several; only the raw list shows that there were more. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
