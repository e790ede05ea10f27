import type { UpstreamModel } from '@tollgate/model-spec';

const versions = /gemini-(?:[3-9]|\d{2,})/i;

/** From Gemini 3 on, calls must be returned with their signature, and JSON works beside tools. */
export function isGemini3(model: UpstreamModel): boolean {
  return versions.test(model);
}
