import { formatEvent } from '@tollgate/model-kit';
import { countOutputTokens, countPromptTokens, type SettledUsage } from '@tollgate/model-spec';
import { nanosToUsdNumber } from '@tollgate/money';
import type { TranscriptionRequest, TranscriptFormat } from './parse-transcription';
import type { Transcript, TranscriptSegment } from './read-transcript';

export const transcriptTypes: Readonly<Record<TranscriptFormat, string>> = {
  json: 'application/json; charset=utf-8',
  verbose_json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  srt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** `seconds`: what the provider counted; 0: it counted nothing. */
export function renderTranscript(
  transcript: Transcript,
  { format, hasWords }: Pick<TranscriptionRequest, 'format' | 'hasWords'>,
  { seconds, settled }: { readonly seconds: number; readonly settled: SettledUsage },
): string {
  const { duration, language, segments = [], text, words } = transcript;
  const usage = renderUsage(seconds, settled);
  switch (format) {
    case 'json':
      return JSON.stringify({ text, usage });
    case 'verbose_json':
      return JSON.stringify({
        task: 'transcribe',
        language: language ?? 'unknown',
        duration: duration ?? seconds,
        text,
        segments,
        ...(hasWords && words !== undefined ? { words } : {}),
        usage,
      });
    case 'text':
      return `${text.trim()}\n`;
    case 'srt':
      return segments.map(renderSrt).join('');
    case 'vtt':
      return `WEBVTT\n\n${segments.map(renderVtt).join('')}`;
  }
}

/** The same as events: a delta for each segment, then the whole. */
export function renderTranscriptEvents(
  { segments = [], text }: Transcript,
  { seconds, settled }: { readonly seconds: number; readonly settled: SettledUsage },
): string {
  const whole = segments.map((segment) => segment.text).join('');
  const isSplit = segments.length > 0 && whole.trim() === text.trim();
  const deltas = isSplit ? segments.map((segment) => segment.text) : [text];
  const usage = renderUsage(seconds, settled);
  return (
    deltas.map((delta) => renderEvent('transcript.text.delta', { delta })).join('') +
    renderEvent('transcript.text.done', { text, usage })
  );
}

function renderEvent(type: string, fields: object): string {
  return formatEvent(type, JSON.stringify({ type, ...fields }));
}

function renderUsage(seconds: number, { costNanos, usage }: SettledUsage): object {
  const cost = nanosToUsdNumber(costNanos);
  const input = countPromptTokens(usage);
  const output = countOutputTokens(usage);
  return input + output === 0
    ? { type: 'duration', seconds: Math.ceil(seconds), cost }
    : {
        type: 'tokens',
        input_tokens: input,
        output_tokens: output,
        total_tokens: input + output,
        cost,
      };
}

function renderSrt({ end, start, text }: TranscriptSegment, index: number): string {
  const times = `${formatTime(start, ',')} --> ${formatTime(end, ',')}`;
  return `${index + 1}\n${times}\n${cleanCue(text)}\n\n`;
}

function renderVtt({ end, start, text }: TranscriptSegment): string {
  return `${formatTime(start, '.')} --> ${formatTime(end, '.')}\n${cleanCue(text)}\n\n`;
}

/** An empty line would end a cue, and an arrow begin another. */
function cleanCue(text: string): string {
  return text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, '\n')
    .replaceAll('-->', '->');
}

function formatTime(seconds: number, point: string): string {
  const total = Math.max(0, Math.round(seconds * 1_000));
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
  const clock = [total / 3_600_000, (total / 60_000) % 60, (total / 1_000) % 60];
  return clock.map((part) => pad(Math.floor(part))).join(':') + point + pad(total % 1_000, 3);
}
