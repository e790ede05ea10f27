/** How a token is obtained: one POST of a form, whose answer is an OAuth token response. */
export interface TokenExchange {
  /** Equal for equal credentials; contains no secret. */
  readonly id: string;
  readonly url: string;
  /** The form at this time: an assertion in it contains the time. */
  makeForm(nowMs: number): Readonly<Record<string, string>>;
}

export interface TokenSource {
  /** Raises TokenRefusedError when the credentials are refused. */
  getToken(exchange: TokenExchange): Promise<string>;
}

/**
 * The headers that prove who sends a request. They are made when it is sent: a signature contains
 * the time, and a token expires.
 */
export type Authorize = (tokens: TokenSource) => Promise<Readonly<Record<string, string>>>;

/** The token endpoint of a provider refused the credentials. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';

  constructor(readonly status: number) {
    super(`the token endpoint answered with status ${status}`);
  }
}
