import { AppError } from '@tollgate/errors';
import { chooseRoute, type Routing } from './choose-route';
import { reviewCall, type ReviewTools } from './review-call';
import type { CallSettler } from './settle-call';
import type { ParsedCall, RoutedCall } from './stages';

/** What somebody's rules refused, not what is wrong with the request. */
const blockedReasons: ReadonlySet<string> = new Set(['content_filter', 'invalid_prompt']);

export interface ReviewRoutedTools {
  readonly reviewing: ReviewTools;
  readonly settler: Pick<CallSettler, 'recordBlocked'>;
}

/** A call out of which something was taken goes its way as if it had been sent like this. */
export async function reviewRouted(
  routed: RoutedCall,
  parsed: ParsedCall,
  routing: Routing,
  { reviewing, settler }: ReviewRoutedTools,
): Promise<RoutedCall> {
  try {
    const reviewed = await reviewCall(parsed, reviewing);
    return reviewed === parsed ? routed : chooseRoute(reviewed, routing);
  } catch (error) {
    if (AppError.is(error) && blockedReasons.has(error.reason))
      settler.recordBlocked(routed, error);
    throw error;
  }
}
