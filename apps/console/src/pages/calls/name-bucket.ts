import { t } from '../../i18n/language';

/** Tools of the provider are charged by their name behind it. */
const toolMark = 'tool:';

/** What was sold, in words. */
export function nameBucket(bucket: string): string {
  const names: Readonly<Record<string, string>> = {
    input: t('prompt tokens'),
    output: t('completion tokens'),
    reasoning: t('reasoning tokens'),
    cache_read: t('prompt tokens from the cache'),
    cache_write_5m: t('tokens written to the cache for 5 minutes'),
    cache_write_1h: t('tokens written to the cache for an hour'),
    audio_input: t('audio tokens of the prompt'),
    audio_output: t('audio tokens of the answer'),
    image_input: t('image tokens of the prompt'),
    image_output: t('image tokens of the answer'),
    image: t('images'),
    character: t('characters of speech'),
    audio_second: t('seconds of audio'),
    video_second: t('seconds of video'),
    search_unit: t('searches'),
    request: t('request'),
    web: t('web searches'),
    estimate: t('estimated value'),
    'tool:web_search': t('web searches of the provider'),
    'tool:web_fetch': t('web pages read by the provider'),
    'tool:file_search': t('file searches of the provider'),
    'tool:code_execution': t('runs of code at the provider'),
    'tool:code_interpreter': t('runs of code at the provider'),
    'tool:image_generation': t('images made by a tool'),
  };
  const known = names[bucket];
  if (known !== undefined) return known;
  return bucket.startsWith(toolMark)
    ? t('uses of {tool}', { tool: bucket.slice(toolMark.length) })
    : bucket;
}
