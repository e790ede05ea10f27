import { AppError } from '@tollgate/errors';
import type { ParsedCall } from '../receive/received-call';
import { reviewCall, type ReviewTools } from '../review/review-call';
import { chooseRoute, type Routing } from './choose-route';
import type { RoutedCall } from './routed-call';

/** A content rule refused the call; the request itself is well-formed. */
const blockedReasons: ReadonlySet<string> = new Set(['content_filter', 'invalid_prompt']);

export interface RouteCallTools {
  readonly reviewing: ReviewTools;
  readonly settler: {
    /** Records a call that a content rule refused; nothing was held for it. */
    recordBlocked(call: RoutedCall, reason: AppError): void;
  };
}

/**
 * Reviews a call and chooses its candidates. The route is chosen first: an unknown model is refused
 * before any text is scanned, and the record of a blocked call names its model. A call that the
 * review has rewritten is routed again, by its new text.
 */
export async function routeCall(
  parsed: ParsedCall,
  routing: Routing,
  { reviewing, settler }: RouteCallTools,
): Promise<RoutedCall> {
  const routed = chooseRoute(parsed, routing);
  try {
    const reviewed = await reviewCall(parsed, reviewing);
    return reviewed === parsed ? routed : chooseRoute(reviewed, routing);
  } catch (error) {
    if (AppError.is(error) && blockedReasons.has(error.reason))
      settler.recordBlocked(routed, error);
    throw error;
  }
}
