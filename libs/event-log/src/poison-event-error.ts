/** Thrown by a handler for an event that can never be handled; it is parked and skipped. */
export class PoisonEventError extends Error {
  constructor(
    readonly eventId: string,
    cause?: unknown,
  ) {
    super('the event cannot be handled', { cause });
    this.name = 'PoisonEventError';
  }
}
