import { attributeNames } from '@tollgate/tracing';
import type { RequestEnd } from './begin-request';
import type { RequestContext } from './request-context';

/** Names the route and the caller, whatever of them is known. No address, header or credential. */
export function endRequestSpan(context: RequestContext, end: RequestEnd): void {
  const { failure, grant, requestId, route, span } = context;
  if (!span.isRecorded) return;
  const { keyId, org } = grant?.identity.caller ?? {};
  span.rename(route === undefined ? end.method : `${route.method} ${route.path}`);
  span.set({
    [attributeNames.method]: end.method,
    [attributeNames.route]: route?.path,
    [attributeNames.status]: end.status,
    [attributeNames.requestId]: requestId,
    [attributeNames.keyId]: keyId || undefined,
    [attributeNames.orgId]: org?.orgId,
  });
  span.end(nameFailure(end, failure?.reason));
}

/** The edge knows why it failed itself; of other services it knows the status. */
function nameFailure(
  { isWhole, status }: RequestEnd,
  reason: string | undefined,
): string | undefined {
  if (status >= 500) return reason ?? String(status);
  return isWhole ? undefined : 'incomplete';
}
