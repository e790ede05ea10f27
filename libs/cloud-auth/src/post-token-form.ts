import { request, type Dispatcher } from 'undici';
import { readAnswerText } from '@tollgate/outbound';
import { TokenRefusedError } from './authorize';
import type { IssuedToken, PostTokenForm } from './token-cache';

const timeoutMs = 10_000;
const tokenAnswer = { bytesMax: 256 * 1024, source: 'the answer of the token endpoint' };
const secondsMax = 24 * 60 * 60;
const secondsDefault = 3_600;

/** Redirects are not followed: credentials must not reach another host. */
export function createTokenPost(dispatcher: Dispatcher): PostTokenForm {
  return async (url, form) => {
    const { body, statusCode } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readAnswerText(body, tokenAnswer);
    if (statusCode >= 500 || statusCode === 429) {
      throw new Error(`the token endpoint answered with status ${statusCode}`);
    }
    if (statusCode !== 200) throw new TokenRefusedError(statusCode);
    return readToken(text);
  };
}

/** The error of JSON.parse is dropped: it may quote a token. */
function readToken(text: string): IssuedToken {
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = JSON.parse(text) as typeof fields;
  } catch {
    throw new Error('the answer of the token endpoint is not JSON');
  }
  const token = fields?.['access_token'];
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(token)) {
    throw new Error('the answer of the token endpoint has no access_token');
  }
  const seconds = Number(fields['expires_in'] ?? secondsDefault);
  const isUsable = Number.isFinite(seconds) && seconds > 0;
  return { token, expiresInSeconds: isUsable ? Math.min(seconds, secondsMax) : secondsDefault };
}
