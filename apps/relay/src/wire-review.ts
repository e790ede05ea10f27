import { KeyRing } from '@tollgate/secret-box';
import type { SendNote } from './holds/send-note';
import type { PlatformRules } from './moderation/platform-rules';
import { createUpstreamModerator } from './moderation/upstream-moderator';
import type { Moderate } from './pipeline/moderation';
import type { ReviewTools } from './pipeline/review-call';
import type { Base } from './wire-base';

/** Those who look at what calls say. */
export function wireReview(
  base: Base,
  { platformRules, sendNote }: { platformRules: PlatformRules; sendNote: SendNote },
): ReviewTools {
  return {
    platformRules,
    moderate: wireModerator(base),
    evidenceKeys: new KeyRing(base.config.evidenceKey.reveal()),
    sendNote,
  };
}

function wireModerator({ config, logger }: Base): Moderate | undefined {
  const { apiKey, failure, model, url } = config.moderation;
  if (url === '') return undefined;
  return createUpstreamModerator({
    url,
    apiKey: apiKey?.reveal() ?? '',
    model,
    failure,
    getNowMs: Date.now,
    logger,
  });
}
