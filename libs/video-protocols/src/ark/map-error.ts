import type { UpstreamFailure } from '@tollgate/model-spec';
import { readFailure, type FailureWords } from '@tollgate/model-kit';
import type { VideoHttpAnswer } from '../video-protocol';

/** Such as OutputVideoSensitiveContentDetected. */
export const policyWords = /SensitiveContent|PolicyViolation|RiskDetection/i;

const words: FailureWords = { context: /prompt is too long/i, policy: policyWords };
/** Keys of Ark are UUIDs, so no other one may pass either. */
const keys = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

export function mapError({ headers, status, text }: VideoHttpAnswer): UpstreamFailure {
  return readFailure(status, text.replace(keys, '[key]'), headers, words);
}
