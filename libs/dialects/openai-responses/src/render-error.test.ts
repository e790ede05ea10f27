import { AppError } from '@tollgate/errors';
import { renderError, renderFailedState, renderFailure } from './render-error';

describe('a failure inside a response', () => {
  it.each([
    [new AppError('context_too_long'), 'context_length_exceeded'],
    [new AppError('insufficient_credits'), 'insufficient_quota'],
    [new AppError('budget_cap_reached'), 'insufficient_quota'],
    [new AppError('upstream_rate_limited'), 'rate_limit_exceeded'],
    [new AppError('overloaded'), 'server_is_overloaded'],
    [new AppError('unknown_4xx'), 'invalid_prompt'],
    [new AppError('upstream_unavailable'), 'server_error'],
    [new AppError('timeout'), 'server_error'],
    [new AppError('internal'), 'server_error'],
  ])('%s is rendered as %s', (error, code) => {
    expect(renderError(error).code).toBe(code);
  });

  it('contains the time to retry', () => {
    const error = new AppError('upstream_rate_limited', { retryAfterSeconds: 6.2 });
    expect(renderError(error).message).toMatch(/try again in 7s/);
    expect(renderError(new AppError('rate_limited')).message).toMatch(/try again in 1s/);
  });

  it('carries our own code beside it', () => {
    expect(renderFailedState(new AppError('timeout'))).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', type: 'timeout_error' },
      error_code: 504,
      usage: null,
    });
  });

  it('is a flat event before there is a response', () => {
    expect(renderFailure(new AppError('timeout'))).toBe(
      'event: error\ndata: {"type":"error","sequence_number":0,"code":"server_error","message":"The upstream did not answer in time","param":null}\n\n',
    );
  });
});
