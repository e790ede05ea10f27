import type { Part } from '@tollgate/lifecycle';
import { KeyRing } from '@tollgate/secret-box';
import type { SendNote } from './spool/send-note';
import type { PlatformRules } from './call/review/moderation/platform-rules';
import { TextScanner } from './call/review/moderation/text-scanner';
import { createUpstreamModerator } from './call/review/moderation/upstream-moderator';
import type { Moderate, ReviewTools } from './call/review/review-call';
import type { Base } from './wire-base';

/** The tools of the review stage. */
export function wireReview(
  base: Base,
  options: {
    readonly platformRules: PlatformRules;
    readonly scanWorkerFile: string;
    readonly sendNote: SendNote;
  },
): { readonly reviewing: ReviewTools; readonly scanner: Part } {
  const { platformRules, scanWorkerFile: workerFile, sendNote } = options;
  const { config, logger } = base;
  const scanner = new TextScanner({ workerFile, getNowMs: () => performance.now(), logger });
  return {
    scanner,
    reviewing: {
      scan: scanner.scan,
      platformRules,
      moderate: wireModerator(base),
      evidenceKeys: new KeyRing(config.evidenceKey.reveal()),
      sendNote,
    },
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
