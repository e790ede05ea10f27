import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { request, type Dispatcher } from 'undici';
import { z } from 'zod';
import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import { readAnswerText } from '@tollgate/outbound';
import type { Moderate } from '../review-call';

export interface UpstreamModeratorOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly model: string;
  /** What happens when the moderator does not answer: the call continues, or is refused. */
  readonly failure: 'open' | 'closed';
  readonly dispatcher?: Dispatcher;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}

const timeoutMs = 1_500;
const moderatorAnswer = { bytesMax: 1024 * 1024, source: 'the answer of the moderator' };
const verdictLifeMs = 10 * 60_000;
const verdictsMax = 10_000;

const answerSchema = z.object({
  results: z.array(
    z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean()).optional() }),
  ),
});

interface Verdict {
  readonly categories: readonly string[];
  readonly untilMs: number;
}

/** A moderator with OpenAI's API. Results are cached for ten minutes. */
export function createUpstreamModerator(options: UpstreamModeratorOptions): Moderate {
  const { failure, getNowMs, logger } = options;
  const verdicts = new LRUCache<string, Verdict>({ max: verdictsMax });
  return async (texts) => {
    const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64');
    const known = verdicts.get(key);
    if (known !== undefined && known.untilMs > getNowMs()) return known.categories;
    try {
      const categories = await ask(texts, options);
      verdicts.set(key, { categories, untilMs: getNowMs() + verdictLifeMs });
      return categories;
    } catch (error) {
      logger.warn('moderator did not answer', { error, failure });
      if (failure === 'open') return [];
      throw new AppError('overloaded', { retryAfterSeconds: 5, cause: error });
    }
  };
}

async function ask(
  texts: readonly string[],
  { apiKey, dispatcher, model, url }: UpstreamModeratorOptions,
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { body, statusCode } = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ model, input: texts }),
    signal,
    ...(dispatcher && { dispatcher }),
  });
  const text = await readAnswerText(body, moderatorAnswer);
  if (statusCode !== 200) throw new Error(`the moderator answered ${statusCode}`);
  const { results } = answerSchema.parse(JSON.parse(text));
  const flagged = results.filter((result) => result.flagged);
  const names = flagged.flatMap(({ categories = {} }) =>
    Object.entries(categories).flatMap(([name, isHit]) => (isHit ? [name] : [])),
  );
  return flagged.length > 0 && names.length === 0 ? ['policy'] : [...new Set(names)];
}
