export const transcriptFormats = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** Subtitles need times, which only segments have. */
export function needsSegments(format: TranscriptFormat): boolean {
  return format === 'srt' || format === 'vtt';
}
