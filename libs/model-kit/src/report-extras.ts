import type { ReportedExtras } from '@tollgate/model-spec';

/** What a translated answer reports about its extras; undefined: nothing. */
export function reportExtras({
  serviceTier,
  toolUses,
}: ReportedExtras): ReportedExtras | undefined {
  const hasUses = toolUses !== undefined && toolUses.size > 0;
  if (serviceTier === undefined && !hasUses) return undefined;
  return {
    ...(serviceTier !== undefined && { serviceTier }),
    ...(hasUses && { toolUses }),
  };
}
