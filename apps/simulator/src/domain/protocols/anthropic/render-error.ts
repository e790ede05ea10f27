import { maskKey, type ErrorAnswer, type Protocol } from '../../protocol';

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function render(status: number, message: string, headers = {}): ErrorAnswer {
  const type = types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  const body = JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_sim' });
  return { status, headers, body };
}

export const errors: Protocol['errors'] = {
  wrongKey: (key) => render(401, `invalid x-api-key: ${maskKey(key)}`),
  missingKey: () => render(401, 'x-api-key header is required'),
  badRequest: (message) => render(400, message),
  tooLarge: () => render(413, 'Request exceeds the maximum size'),
  scripted: ({ code, key, retryAfterSeconds, status }) => {
    if (status === 401) return errors.wrongKey(key);
    if (status === 429) {
      return render(status, 'This request would exceed your rate limit', {
        'retry-after': String(retryAfterSeconds),
      });
    }
    if (code === 'context_length_exceeded') {
      return render(status, 'prompt is too long: 215000 tokens > 200000 maximum');
    }
    return render(
      status,
      status >= 500 ? 'Internal server error' : (code ?? 'temperature: invalid'),
    );
  },
};
