import type { Request } from 'express';
import type { ZodType } from 'zod';
import { readJsonBody, validate } from '@tollgate/http';

const bodyBytesMax = 10 * 1024 * 1024;

export async function readAdminBody<T>(request: Request, schema: ZodType<T>): Promise<T> {
  return validate(schema, await readJsonBody(request, { bytesMax: bodyBytesMax }));
}
