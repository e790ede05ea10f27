import type { UpstreamFailure } from '@tollgate/model-spec';
import { readFailure, type FailureWords } from '@tollgate/model-kit';
import type { VideoHttpAnswer } from '../video-protocol';

/** Such as DataInspectionFailed. */
export const policyWords = /DataInspection|inappropriate|IPInfringement|sensitive/i;

const words: FailureWords = { context: /prompt is too long/i, policy: policyWords };
/** It answers 403 where others answer 404: this account has no such model. */
const absent = /Model\.?AccessDenied|ModelNotFound|AccessDenied\.Unpurchased/i;

export function mapError({ headers, status, text }: VideoHttpAnswer): UpstreamFailure {
  if (status === 403 && absent.test(text)) return { kind: 'not-found' };
  return readFailure(status, text, headers, words);
}
