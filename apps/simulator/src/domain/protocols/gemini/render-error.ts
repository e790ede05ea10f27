import { maskKey, type ErrorAnswer, type Protocol } from '../../protocol';

const words: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

function render(status: number, message: string, more: object = {}, headers = {}): ErrorAnswer {
  const word = words[status] ?? (status < 500 ? 'FAILED_PRECONDITION' : 'INTERNAL');
  const error = { code: status, message, status: word, ...more };
  return { status, headers, body: JSON.stringify({ error }) };
}

const invalidKey = {
  details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
};

export const errors: Protocol['errors'] = {
  wrongKey: (key) => render(400, `API key not valid: ${maskKey(key)}.`, invalidKey),
  missingKey: () => render(403, 'Method does not allow unregistered callers.'),
  badRequest: (message) => render(400, message),
  tooLarge: () => render(413, 'Request payload size exceeds the limit.'),
  scripted: ({ code, key, retryAfterSeconds, status }) => {
    if (status === 401) return errors.wrongKey(key);
    if (status === 429) {
      const headers = { 'retry-after': String(retryAfterSeconds) };
      return render(status, 'Resource has been exhausted (e.g. check quota).', {}, headers);
    }
    if (code === 'context_length_exceeded') {
      const message =
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).';
      return render(status, message);
    }
    return render(
      status,
      status >= 500 ? 'An internal error has occurred.' : (code ?? 'Invalid value.'),
    );
  },
};
