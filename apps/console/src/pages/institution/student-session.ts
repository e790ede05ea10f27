import { ApiError } from '../../api/api-error';
import { read } from '../../api/client';
import { requestInstitutionCode, verifyInstitutionCode } from '../../api/generated/sdk.gen';
import type {
  GetCurrentKeyResponse,
  VerifyInstitutionCodeResponse,
} from '../../api/generated/types.gen';
import { t } from '../../i18n/language';

/** What a student entered to ask for a code. */
export interface CodeRequest {
  readonly key: string;
  readonly email: string;
}

export type StudentSession = VerifyInstitutionCodeResponse;
export type SessionKey = GetCurrentKeyResponse['data'];

export async function askForCode(body: CodeRequest): Promise<void> {
  await explain(read(requestInstitutionCode({ body })));
}

export function openSession(
  body: CodeRequest & { readonly code: string },
): Promise<StudentSession> {
  return explain(read(verifyInstitutionCode({ body })));
}

/**
 * Raises an ApiError of 401 when the session ended. Not through the shared client: its answer says
 * nothing about the account that is signed in, and its cookie must not be sent with the token.
 */
export async function readSession(token: string): Promise<SessionKey> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch('/v1/key', { headers, credentials: 'omit', cache: 'no-store' });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new ApiError(answer.status, body);
  return (body as GetCurrentKeyResponse).data;
}

/** These routes answer one word instead of a message. */
async function explain<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = nameRefusals()[error.message];
    if (message === undefined) throw error;
    // Only a guess is invalid: the key and the address were entered before.
    const param = error.message === 'invalid' ? 'code' : null;
    throw new ApiError(error.status, { error: { message, param } });
  }
}

function nameRefusals(): Readonly<Record<string, string>> {
  return {
    cooldown: t('A code was sent a moment ago. Wait a minute before you ask for another one.'),
    rate_limited: t('Too many codes were asked for. Try again later.'),
    invalid: t('The key, the address or the code is not right, or the code is too old.'),
    too_many_attempts: t('Too many wrong codes. Ask for a new one.'),
  };
}
