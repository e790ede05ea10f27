import { AppError } from '@tollgate/errors';
import type { CallerKind } from '@tollgate/identity';
import type { Route } from '../domain/route';

export function makeInstitutionKeyError(): AppError {
  return new AppError('forbidden', {
    message: 'Institution keys must be exchanged for a session at /api/edu/request-code',
  });
}

export function makeWrongKindError(kind: CallerKind, route: Route): AppError {
  if (kind === 'management_key' && route.access.includes('standard_key')) {
    return new AppError('forbidden', {
      message: 'Management keys cannot call model endpoints',
    });
  }
  if (kind === 'test_key') {
    return new AppError('forbidden', {
      message: 'Test keys may call models, but not for videos, and manage nothing',
    });
  }
  if (kind === 'playground_token') {
    return new AppError('forbidden', { message: 'Playground tokens may only call models' });
  }
  if (kind === 'institution_session') {
    return new AppError('forbidden', {
      message: 'Sessions of an institution may only chat, embed and list models',
    });
  }
  if (kind === 'standard_key' && route.access.includes('management_key')) {
    return new AppError('forbidden', { message: 'This route needs a management key' });
  }
  return new AppError('forbidden');
}
