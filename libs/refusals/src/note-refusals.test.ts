import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { anonymousIdentity } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { noteRefusals } from './note-refusals';
import type { RefusedRequest } from './refusal-log';

function refuse(locals: Record<string, unknown>) {
  const noted: RefusedRequest[] = [];
  const warnings: string[] = [];
  const passed: unknown[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  const handle = noteRefusals(
    { note: (_error, refusedRequest) => void noted.push(refusedRequest) },
    logger,
  );
  const request = { method: 'GET', route: { path: '/v1/models/:id' } } as unknown as Request;
  const response = { locals } as unknown as Response;
  handle(new AppError('unauthenticated'), request, response, (error) => void passed.push(error));
  return { noted, warnings, passed };
}

describe('noting refusals', () => {
  it('records the refusal of an identified caller and passes the error on', () => {
    const { noted, passed } = refuse({ identity: anonymousIdentity, requestId: 'req_1' });
    expect(noted).toMatchObject([{ caller: anonymousIdentity, httpRoute: 'GET /v1/models/{id}' }]);
    expect(passed).toHaveLength(1);
  });

  it('records and logs nothing for a request without a caller', () => {
    const { noted, warnings, passed } = refuse({ requestId: 'req_1' });
    expect([noted, warnings]).toEqual([[], []]);
    expect(passed).toHaveLength(1);
  });
});
