import type { ReportedExtras } from '@tollgate/model-spec';

/** The service tier of an answer that is translated; undefined: the provider names none. */
export function reportTier(tier: unknown): ReportedExtras | undefined {
  return typeof tier === 'string' ? { serviceTier: tier } : undefined;
}
