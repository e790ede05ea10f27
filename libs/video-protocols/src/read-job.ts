import { asFields, asText, maskKeys, maskSecrets, type Fields } from '@tollgate/model-kit';
import type {
  SubmitReading,
  VideoHttpAnswer,
  VideoOutput,
  VideoTarget,
  VideoVerdict,
} from './video-protocol';

/** It becomes part of a path. */
const jobId = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;
const secondsMax = 3_600;
const messageCharactersMax = 500;
const codeCharactersMax = 100;
const noMessage = 'The provider gave no reason';

/** An answer that is an object; otherwise undefined. */
export function parseJobAnswer(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? asFields(value)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Without an id to poll it is unclear whether there is a job. */
export function readAccepted(id: unknown): SubmitReading {
  return typeof id === 'string' && jobId.test(id)
    ? { kind: 'accepted', upstreamJobId: id }
    : { kind: 'unclear' };
}

/**
 * Whether a failed answer leaves open that the job was started: an aborted connection or a proxy
 * timeout does, a refusal does not.
 */
export function leavesOpen({ status, text }: VideoHttpAnswer): boolean {
  if (status === 408) return true;
  if (status < 500) return false;
  const saysNo = status === 503 || status === 529;
  return !saysNo || parseJobAnswer(text) === undefined;
}

/** Seconds that can have been made; anything else is no number to charge by. */
export function readJobSeconds(value: unknown): number | undefined {
  const isNumeric = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value);
  const seconds = isNumeric ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined;
  return seconds > 0 && seconds <= secondsMax ? seconds : undefined;
}

/** Whole percents. */
export function readProgress(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return value >= 0 && value <= 100 ? Math.floor(value) : undefined;
}

/** Where the result can be fetched; undefined unless it is a web address. */
export function readOutputUrl(value: unknown): VideoOutput | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && typeof value === 'string' ? { kind: 'url', url: value } : undefined;
}

/** A failure with the provider's text, without any credential. */
export function makeFailed(
  error: { readonly code: unknown; readonly message: unknown },
  target: Pick<VideoTarget, 'apiKey' | 'headers'>,
  policy: RegExp,
): VideoVerdict {
  const code = maskSecrets(asText(error.code) ?? '', target).slice(0, codeCharactersMax);
  const text = maskKeys(maskSecrets(asText(error.message) ?? '', target));
  const message = text.slice(0, messageCharactersMax).trim();
  return {
    kind: 'failed',
    code: policy.test(code) || policy.test(text) ? 'content_moderation' : 'upstream_failed',
    message: message === '' ? noMessage : message,
    nativeReason: code === '' ? 'failed' : code,
  };
}
