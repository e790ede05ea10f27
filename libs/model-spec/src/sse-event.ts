/** One server-sent event, without its framing. */
export interface SseEvent {
  readonly name: string | undefined;
  readonly data: string;
}

/** An event that its protocol does not allow: the rest of the stream cannot be trusted. */
export class BadUpstreamEventError extends Error {
  override readonly name = 'BadUpstreamEventError';
}
