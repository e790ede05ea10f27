import { checkHttpUrl, type EnvReader, type Secret } from '@tollgate/config';

/** The outside moderator, which is asked after the platform's own rules. */
export interface ModerationSettings {
  /** Empty: none. */
  readonly url: string;
  readonly apiKey: Secret | undefined;
  readonly model: string;
  readonly failure: 'open' | 'closed';
  /** Whether the shipped rules apply. */
  readonly hasBaseline: boolean;
}

export function readModerationSettings(env: EnvReader): ModerationSettings {
  return {
    url: readUrl(env),
    apiKey: env.optionalSecret('MODERATION_API_KEY', {
      about: 'key of that moderator',
      lengthMin: 1,
    }),
    model: env.text('MODERATION_MODEL', {
      about: 'model that the moderator is asked for',
      fallback: 'omni-moderation-latest',
    }),
    failure: env.choice('MODERATION_FAIL', {
      choices: ['open', 'closed'],
      about: 'what calls do while the moderator does not answer: go on, or wait with a 503',
      fallback: 'open',
    }),
    hasBaseline: env.boolean('MODERATION_BASELINE', {
      about:
        'refuse requests for sexual content about minors and for the making of chemical, ' +
        'biological, radiological or nuclear weapons; 0 turns these shipped rules off',
      fallback: true,
    }),
  };
}

function readUrl(env: EnvReader): string {
  const url = env.text('MODERATION_URL', {
    about: "address of a moderator that speaks OpenAI's shape; empty: only local rules",
    fallback: '',
  });
  const example = 'https://moderator.example.com/v1';
  const rule = { example, path: 'allowed', plaintext: 'named' } as const;
  if (url !== '') checkHttpUrl(env, 'MODERATION_URL', url, rule);
  return url;
}
