import type { UpstreamFailure } from '@tollgate/model-spec';

const unsupportedStatuses = new Set([400, 405, 422, 501]);
const unsupportedWords = /unsupported|not support|unknown (?:parameter|operation|endpoint|url)/i;

/** Another provider may support what this one does not. */
export function readUnsupported(
  status: number,
  text: string,
  failure: UpstreamFailure,
): UpstreamFailure {
  if (!unsupportedStatuses.has(status) || !unsupportedWords.test(text)) return failure;
  const message = 'message' in failure ? failure.message : 'The provider does not support this';
  return { kind: 'unsupported', message };
}
