import { AppError } from './app-error';
import { renderErrorBody, renderErrorHeaders, renderOpenAiError } from './render-http';

describe('error bodies', () => {
  it('omit what is empty', () => {
    expect(renderOpenAiError(new AppError('unauthenticated'))).toEqual({
      error: { message: 'Invalid or missing API key', type: 'authentication_error', code: 401 },
    });
  });

  it('name the field at fault and the request', () => {
    const error = new AppError('unknown_model', { message: 'no such model', param: 'model' });
    expect(renderErrorBody(error, '/v1/chat/completions', 'req_1')).toEqual({
      error: {
        message: 'no such model',
        type: 'invalid_request_error',
        code: 'unknown_model',
        param: 'model',
        metadata: { request_id: 'req_1' },
      },
    });
  });

  it.each([
    '/v1/messages',
    '/api/v1/messages',
    '/v1/messages/count_tokens',
    '/v1/messages?beta=true',
  ])('take the Messages form on %s', (path) => {
    expect(renderErrorBody(new AppError('rate_limited'), path, 'req_1')).toEqual({
      type: 'error',
      error: { message: 'Rate limit exceeded', type: 'rate_limit_error', code: 429 },
      request_id: 'req_1',
    });
  });

  it('of unknown credentials and resources are the same for every request', () => {
    expect(renderErrorBody(new AppError('unauthenticated'), '/v1/key', 'req_1')).toEqual({
      error: { message: 'Invalid or missing API key', type: 'authentication_error', code: 401 },
    });
    expect(renderErrorBody(new AppError('not_found'), '/v1/generation', 'req_1')).toEqual({
      error: { message: 'Not found', type: 'not_found_error', code: 404 },
    });
  });

  it('show the status that was chosen for a numeric code', () => {
    expect(renderOpenAiError(new AppError('bad_request', { status: 408 })).error.code).toBe(408);
  });
});

describe('error headers', () => {
  it.each([
    ['unsupported_param', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['model_not_found', 404],
  ] as const)('tell clients not to retry %s', (name, status) => {
    const error = new AppError(name);
    expect(error.status).toBe(status);
    expect(renderErrorHeaders(error)).toEqual({ 'x-should-retry': 'false' });
  });

  it('prevent retries of a body that cannot be processed', () => {
    const error = new AppError('bad_request', { status: 422 });
    expect(renderErrorHeaders(error)).toEqual({ 'x-should-retry': 'false' });
  });

  it('prevent retries of a conflict and of a long wait', () => {
    expect(renderErrorHeaders(new AppError('conflict'))).toEqual({ 'x-should-retry': 'false' });
    expect(renderErrorHeaders(new AppError('global_brake', { retryAfterSeconds: 300 }))).toEqual({
      'retry-after': '300',
      'x-should-retry': 'false',
    });
  });

  it('let clients retry a short wait', () => {
    expect(renderErrorHeaders(new AppError('rate_limited', { retryAfterSeconds: 0.2 }))).toEqual({
      'retry-after': '1',
    });
  });
});
