import { maskKey, type ErrorAnswer, type Protocol, type ScriptedError } from '../../protocol';

interface ErrorFields {
  readonly message: string;
  readonly type: string;
  readonly param?: string | null;
  readonly code?: string | null;
}

function render(status: number, error: ErrorFields, headers = {}): ErrorAnswer {
  const { message, type, param = null, code = null } = error;
  return { status, headers, body: JSON.stringify({ error: { message, type, param, code } }) };
}

function renderWrongKey(key: string): ErrorAnswer {
  return render(401, {
    message:
      `Incorrect API key provided: ${maskKey(key)}. ` +
      'You can find your API key in the account settings of your provider.',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  });
}

function renderMissingKey(): ErrorAnswer {
  return render(401, {
    message:
      "You didn't provide an API key. You need to provide your API key in an Authorization " +
      'header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).',
    type: 'invalid_request_error',
  });
}

function renderBadRequest(message: string, param: string | null): ErrorAnswer {
  return render(400, { message, type: 'invalid_request_error', param });
}

export function renderNoRoute(method: string, path: string): ErrorAnswer {
  return render(404, { message: `Invalid URL (${method} ${path})`, type: 'invalid_request_error' });
}

function renderTooLarge(): ErrorAnswer {
  return render(413, { message: 'Request body too large.', type: 'invalid_request_error' });
}

/** The error that a caller requested by its status. */
function renderScripted(options: ScriptedError): ErrorAnswer {
  const { status, code, retryAfterSeconds } = options;
  if (status === 401 && code === undefined) return renderWrongKey(options.key);
  if (status === 429) {
    return render(
      status,
      {
        message: 'Rate limit reached for requests. ' + `Please try again in ${retryAfterSeconds}s.`,
        type: 'requests',
        code: code ?? 'rate_limit_exceeded',
      },
      { 'retry-after': String(retryAfterSeconds) },
    );
  }
  if (status >= 500) {
    return render(status, {
      message: 'The server had an error while processing your request. Sorry about that!',
      type: 'server_error',
      ...(code === undefined ? {} : { code }),
    });
  }
  return render(status, {
    message: code === undefined ? "Invalid value for 'temperature'." : `Refused: ${code}.`,
    type: 'invalid_request_error',
    param: code === undefined ? 'temperature' : 'messages',
    ...(code === undefined ? {} : { code }),
  });
}

export const errors: Protocol['errors'] = {
  wrongKey: renderWrongKey,
  missingKey: renderMissingKey,
  badRequest: renderBadRequest,
  tooLarge: renderTooLarge,
  scripted: renderScripted,
};
