import { maskKey, type ErrorAnswer, type Protocol } from '../../protocol';

const types: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
};

export function renderException(
  status: number,
  type: string,
  message: string,
  headers = {},
): ErrorAnswer {
  const errorType = `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/`;
  return {
    status,
    headers: { 'x-amzn-errortype': errorType, ...headers },
    body: JSON.stringify({ message }),
  };
}

function render(status: number, message: string, headers = {}): ErrorAnswer {
  const fallback = status < 500 ? 'ValidationException' : 'InternalServerException';
  return renderException(status, types[status] ?? fallback, message, headers);
}

export const errors: Protocol['errors'] = {
  wrongKey: (key) =>
    renderException(
      403,
      'UnrecognizedClientException',
      `The security token included in the request is invalid: ${maskKey(key)}`,
    ),
  missingKey: () => renderException(403, 'MissingAuthenticationTokenException', 'Missing token'),
  badRequest: (message) => render(400, message),
  tooLarge: () => render(413, 'Request body is too large'),
  scripted: ({ code, key, retryAfterSeconds, status }) => {
    if (status === 401) return errors.wrongKey(key);
    if (status === 429) {
      const headers = { 'retry-after': String(retryAfterSeconds) };
      return render(status, 'Too many requests, please wait before trying again.', headers);
    }
    if (code === 'context_length_exceeded') {
      return render(status, 'Input is too long for requested model.');
    }
    const message = status >= 500 ? 'The system encountered an unexpected error' : undefined;
    return render(status, message ?? code ?? 'Malformed input request');
  },
};
