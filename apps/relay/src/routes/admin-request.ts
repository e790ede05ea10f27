import type { Request } from 'express';
import type { ZodType } from 'zod';
import { readJsonBody, validate } from '@tollgate/http';

export async function readAdminBody<T>(request: Request, schema: ZodType<T>): Promise<T> {
  return validate(schema, await readJsonBody(request));
}
