import { type CallerIdentity, readCookie } from '@tollgate/identity';
import type { AuthUnderTest } from './start-auth';

export const password = 'a good password';

export interface SignedUp {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
  /** What the edge would say about a request with this session's cookie. */
  readonly caller: Partial<CallerIdentity>;
}

let counter = 0;

export async function signUp(auth: AuthUnderTest): Promise<SignedUp> {
  const email = `person${++counter}@example.com`;
  const answer = await auth.send('post', '/api/auth/signup').send({ email, password });
  if (answer.status !== 201) throw new Error(`signup: ${answer.status} ${answer.text}`);
  const token = readCookie(answer.headers['set-cookie']?.[0], 'tollgate_session') ?? '';
  const { user } = answer.body as { user: { id: string } };
  const { rows } = await auth.sql.query<{ id: string }>(
    'SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
    [user.id],
  );
  const caller = {
    kind: 'session',
    userId: user.id,
    walletId: user.id,
    email,
    sessionId: rows[0]?.id ?? '',
  } as const;
  return { userId: user.id, email, token, caller };
}

export interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly [field: string]: unknown;
}

export async function createKey(
  auth: AuthUnderTest,
  owner: SignedUp,
  body: Record<string, unknown> = {},
): Promise<CreatedKey> {
  const answer = await auth
    .send('post', '/api/account/keys', owner.caller)
    .send({ name: 'ci', ...body });
  if (answer.status !== 201) throw new Error(`create key: ${answer.status} ${answer.text}`);
  return answer.body as CreatedKey;
}
