import { SettingError } from '@tollgate/config';
import { describeDatabaseHosts } from '@tollgate/store-address';

/** Wrong password, role that may not sign in or connect, database that does not exist. */
const refusedStates = new Set(['28P01', '28000', '3D000', '42501']);

/** The error of a refused sign-in, as a fault of DATABASE_URL without its password. */
export function explainSignIn(
  error: unknown,
  { databaseUrl, schema }: { readonly databaseUrl: string; readonly schema: string },
): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== 'string' || !refusedStates.has(code)) return error;
  const [, role = ''] = /^postgres(?:ql)?:\/\/([^:@/?]*)/.exec(databaseUrl) ?? [];
  const read =
    `DATABASE_URL (or ${schema.toUpperCase()}__DATABASE_URL) has the role "${role}" at ` +
    describeDatabaseHosts(databaseUrl);
  const allowed = 'a role and its password, as deploy/postgres/create-roles.sh makes them';
  return new SettingError(
    `${read}, which was refused: ${String(message).replaceAll('\n', ' ')} (${code}); ` +
      `allowed is ${allowed}`,
    { cause: error },
  );
}
