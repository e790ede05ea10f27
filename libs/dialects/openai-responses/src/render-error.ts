import { formatEvent } from '@tollgate/model-kit';
import { renderOpenAiError, type AppError } from '@tollgate/errors';
import type { WireError, WireState } from './wire';

const codeByStatus: Readonly<Record<number, string>> = {
  400: 'invalid_prompt',
  402: 'insufficient_quota',
  429: 'rate_limit_exceeded',
  503: 'server_is_overloaded',
};
const retryAfterSecondsUsual = 1;

/** The error codes that clients of this dialect switch on. */
export function renderError(error: AppError): WireError {
  const { message, type } = renderOpenAiError(error).error;
  if (error.reason === 'context_too_long') {
    return { code: 'context_length_exceeded', message, type };
  }
  const code = codeByStatus[error.status] ?? 'server_error';
  return { code, message: error.status === 429 ? addWait(error) : message, type };
}

/** Clients read the time to wait from this very text. */
function addWait({ message, retryAfterSeconds = retryAfterSecondsUsual }: AppError): string {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return `${message.replace(/\.$/, '')}. Please try again in ${seconds}s.`;
}

/** The fields that mark a response as failed. */
export function renderFailedState(
  error: AppError,
): Pick<WireState, 'completed_at' | 'error' | 'error_code' | 'status' | 'usage'> {
  return {
    status: 'failed',
    completed_at: null,
    error: renderError(error),
    error_code: renderOpenAiError(error).error.code,
    usage: null,
  };
}

/** A failure before there is a response object to carry it. */
export function renderFailure(error: AppError): string {
  const { code, message } = renderError(error);
  const event = { type: 'error', sequence_number: 0, code, message, param: null };
  return formatEvent('error', JSON.stringify(event));
}
