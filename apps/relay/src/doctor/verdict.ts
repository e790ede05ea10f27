import type { UpstreamFailure } from '@tollgate/model-spec';

/** `lacks`: the provider does not have it, and says so or reports nothing. That is no fault. */
export interface Verdict {
  readonly kind: 'ok' | 'lacks' | 'wrong';
  readonly detail: string;
}

export const ok = (detail = ''): Verdict => ({ kind: 'ok', detail });
export const lacks = (detail: string): Verdict => ({ kind: 'lacks', detail });
export const wrong = (detail: string): Verdict => ({ kind: 'wrong', detail });

const detailCharactersMax = 200;

export function describeFailure(failure: UpstreamFailure): string {
  const message = 'message' in failure ? `: ${failure.message}` : '';
  return `${failure.kind}${message}`.replaceAll(/\s+/g, ' ').slice(0, detailCharactersMax);
}
