import { readBearer, type ErrorAnswer, type SignedCall } from './protocol';
import { tokenDesk } from './token-desk';

/** A bearer token must be one that was issued here and is still valid; other keys need no check. */
export function findTokenFault(
  { headers, nowMs }: SignedCall,
  render: () => ErrorAnswer,
): ErrorAnswer | undefined {
  const token = readBearer(headers);
  return token === '' || tokenDesk.isValid(token, nowMs) ? undefined : render();
}
