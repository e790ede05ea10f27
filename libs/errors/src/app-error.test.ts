import { AppError, fromErrorDetail, toErrorDetail } from './app-error';
import { errorCatalogue } from './catalogue';
import { mapHttpStatusToGrpc } from './grpc-status';

describe('the catalogue', () => {
  it('gives every entry a status, a type, a code and a message', () => {
    for (const [name, entry] of Object.entries(errorCatalogue)) {
      expect(entry.status).toBeGreaterThanOrEqual(400);
      expect(entry.message.length).toBeGreaterThan(3);
      expect(entry.type).toMatch(/^[a-z_]+$/);
      expect([name, entry.status]).toContain(entry.code);
    }
  });

  it.each([
    ['insufficient_credits', 402],
    ['spend_limit_exceeded', 402],
    ['unknown_model', 400],
    ['model_not_found', 404],
    ['model_retired', 410],
    ['content_filter', 403],
    ['upstream_unreachable', 502],
    ['upstream_rate_limited', 429],
    ['no_images', 502],
  ] as const)('knows %s as %d', (name, status) => {
    expect(errorCatalogue[name]).toMatchObject({ status, code: name });
  });

  it('keeps rate limit and brake codes numeric', () => {
    expect(errorCatalogue.rate_limited.code).toBe(429);
    expect(errorCatalogue.global_brake.code).toBe(503);
  });
});

describe('AppError', () => {
  it('hides unknown errors', () => {
    const shown = AppError.from(new Error('password=hunter2'));
    expect(shown.reason).toBe('internal');
    expect(shown.message).toBe('Internal error');
    expect((shown.cause as Error).message).toContain('hunter2');
  });

  it('survives serialization between processes', () => {
    const error = new AppError('spend_limit_exceeded', {
      message: 'cap',
      metadata: { limit: 5 },
      retryAfterSeconds: 9,
    });
    const copy = fromErrorDetail(JSON.parse(JSON.stringify(toErrorDetail(error))));
    expect(toErrorDetail(copy)).toEqual(toErrorDetail(error));
  });

  it('becomes internal when the other side names a reason unknown here', () => {
    expect(fromErrorDetail({ reason: 'from_the_future', status: 418, message: 'x' }).reason).toBe(
      'internal',
    );
  });

  it('maps every status of the catalogue to a gRPC code other than OK', () => {
    for (const entry of Object.values(errorCatalogue)) {
      expect(mapHttpStatusToGrpc(entry.status)).toBeGreaterThan(0);
    }
  });
});
