import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  createApiClient,
  readJsonFile,
  textField,
  writeJsonFile,
  type OperatorAccount,
} from '@tollgate/embedded';

export interface OperatorOptions {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly dataDirectory: string;
}

const email = 'operator@tollgate.local';
const passwordBytes = 18;
const conflict = 409;

/**
 * A user with the operator role, made once: the admin token is a bearer and opens no session, so
 * that the console needs a person.
 */
export async function ensureOperator(options: OperatorOptions): Promise<OperatorAccount> {
  const file = join(options.dataDirectory, 'operator.json');
  const kept = readJsonFile<Partial<OperatorAccount>>(file) ?? {};
  const password = kept.password ?? randomBytes(passwordBytes).toString('base64url');
  if (kept.userId !== undefined) return { email, password, userId: kept.userId };
  // Before the sign-up: a start that breaks off after it must know the password.
  writeJsonFile(file, { email, password });
  const call = createApiClient(options.baseUrl);
  const body = { email, password };
  await call({
    method: 'POST',
    path: '/api/auth/signup',
    body: { ...body, name: 'Operator' },
    tolerated: [conflict],
  });
  const login = await call({ method: 'POST', path: '/api/auth/login', body });
  const userId = textField(login.body['user'] as Record<string, unknown>, 'id');
  await call({
    method: 'PATCH',
    path: `/api/admin/users/${userId}`,
    headers: { authorization: `Bearer ${options.adminToken}` },
    body: { role: 'operator', emailVerified: true },
  });
  writeJsonFile(file, { email, password, userId });
  return { email, password, userId };
}
