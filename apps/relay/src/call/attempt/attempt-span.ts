import { attributeNames, type Span } from '@tollgate/tracing';
import { nameProvider } from '../../domain/provider-names';
import type { Attempt, CandidateCall } from './opened-call';

/** One attempt at one provider. */
export function startAttemptSpan({ candidate, span }: CandidateCall): Span {
  const { provider, id } = candidate.route;
  const attempt = span.startChild(`attempt ${provider}`, 'client');
  attempt.set({
    [attributeNames.provider]: nameProvider(provider),
    [attributeNames.requestModel]: candidate.target.upstreamModel,
    [attributeNames.providerRoute]: id,
  });
  return attempt;
}

/** A status of 0: the provider did not answer. */
export function endAttemptSpan(
  span: Span,
  { error, status }: Pick<Attempt, 'error' | 'status'>,
): void {
  if (status !== 0) span.set({ [attributeNames.status]: status });
  span.end(error === '' ? undefined : error);
}
