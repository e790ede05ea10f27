import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer';
import type { Instructions } from './instructions';
import type { ReadRequest } from './sim-request';

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface StreamPlan {
  /** Whole SSE events, in order. */
  readonly events: readonly string[];
  /** How many of them come before the first content. */
  readonly openingEvents: number;
  readonly ending: 'end' | 'hang' | 'cut';
  /** Left out: server-sent events. Each character of a binary event is one byte. */
  readonly binaryType?: string;
}

/** A request as its signature covers it. */
export interface SignedCall {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly nowMs: number;
}

export interface ScriptedError extends Pick<Instructions, 'code' | 'retryAfterSeconds'> {
  readonly status: number;
  readonly key: string;
}

/** How one provider's wire looks. One folder each, with files of the same names. */
export interface Protocol {
  readonly idPrefix: string;
  /** The key of the request; empty: there is none. */
  readKey(headers: IncomingHttpHeaders): string;
  /** Gemini has in the path what others have in the body; Anthropic's betas are in a header. */
  readRequest(text: string, path: string, headers: IncomingHttpHeaders): ReadRequest;
  /** Checks what proves the sender; undefined: nothing is wrong. Left out: only the key counts. */
  findAuthFault?(call: SignedCall): ErrorAnswer | undefined;
  renderAnswer(answer: Answer): string;
  renderStream(answer: Answer): StreamPlan;
  readonly errors: {
    wrongKey(key: string): ErrorAnswer;
    missingKey(): ErrorAnswer;
    badRequest(message: string, param: string | null): ErrorAnswer;
    tooLarge(): ErrorAnswer;
    scripted(error: ScriptedError): ErrorAnswer;
  };
}

const shownKeyStart = 8;
const shownKeyEnd = 4;

/** Providers do show part of the key they refuse, and that must not reach clients. */
export function maskKey(key: string): string {
  return `${key.slice(0, shownKeyStart)}*****${key.slice(-shownKeyEnd)}`;
}

const scheme = 'Bearer ';

export function readBearer({ authorization = '' }: IncomingHttpHeaders): string {
  return authorization.startsWith(scheme) ? authorization.slice(scheme.length).trim() : '';
}
