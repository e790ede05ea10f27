import type { AnswerSink } from './answer-sink';
import { waitForDrain } from './wait-for-drain';

/** How long the status line may wait for the first frame, to be sent in one packet with it. */
const headMs = 25;
/** Silence after which a keep-alive is sent, with the status line if it was not sent yet. */
const keepAliveMs = 15_000;
const heartbeatMs = 60_000;
/** More frames than this do not wait for the first content. */
const heldCharactersMax = 256 * 1024;

/** Frames that are sent while the provider is silent. */
export interface SilenceFrames {
  readonly keepAliveFrame: string;
  /** For clients that expect one. */
  readonly heartbeatFrame?: string;
}

/** Writes server-sent events with back-pressure and keep-alives. */
export class StreamWriter {
  readonly #response: AnswerSink;
  readonly #generationId: string;
  readonly #keepAlive: NodeJS.Timeout;
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #headTimer: NodeJS.Timeout | undefined;
  #held = '';
  #hasWritten = false;

  constructor(response: AnswerSink, generationId: string, frames: SilenceFrames) {
    const { heartbeatFrame, keepAliveFrame } = frames;
    this.#response = response;
    this.#generationId = generationId;
    this.#keepAlive = setInterval(() => void this.#send(keepAliveFrame), keepAliveMs);
    if (heartbeatFrame !== undefined)
      this.#heartbeat = setInterval(() => void this.#send(heartbeatFrame), heartbeatMs);
    response.once('close', () => this.#stopTimers());
  }

  /** From here on errors are frames instead of statuses. */
  get isCommitted(): boolean {
    return this.#response.headersSent;
  }

  /** Whether the client has received more than keep-alives: no other candidate can answer then. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Another candidate starts over: the held frames of the failed one are dropped. */
  discardHeld(): void {
    this.#held = '';
  }

  /** The provider has answered: sends the status line even if nothing follows for long. */
  commit(): void {
    if (this.#response.headersSent) return;
    this.#writeHead();
    this.#headTimer = setTimeout(() => this.#response.flushHeaders(), headMs);
  }

  /** Holds frames back until the first content. */
  hold(frames: string): void {
    this.#held += frames;
    if (this.#held.length > heldCharactersMax) void this.write('');
  }

  /** Undefined when the client keeps up; else a promise that resolves when it has caught up. */
  write(frames: string): Promise<void> | undefined {
    this.#hasWritten = true;
    return this.#send(this.#takeHeld() + frames);
  }

  /** The same for frames whose characters are single bytes. */
  writeBytes(frames: string): Promise<void> | undefined {
    if (this.#held !== '') void this.write('');
    this.#hasWritten = true;
    return this.#send(frames, 'latin1');
  }

  end(frames: string): void {
    this.#stopTimers();
    if (!this.#response.headersSent) this.#writeHead();
    this.#response.end(this.#takeHeld() + frames);
  }

  /** Nothing was sent: the error becomes an ordinary response. */
  abandon(): void {
    this.#stopTimers();
  }

  #writeHead(): void {
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-generation-id': this.#generationId,
    });
  }

  #stopTimers(): void {
    clearInterval(this.#keepAlive);
    clearInterval(this.#heartbeat);
    clearTimeout(this.#headTimer);
  }

  #takeHeld(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  #send(frames: string, encoding: BufferEncoding = 'utf8'): Promise<void> | undefined {
    if (!this.#response.headersSent) this.#writeHead();
    else if (this.#headTimer !== undefined) this.#dropHeadTimer();
    this.#keepAlive.refresh();
    if (this.#response.write(frames, encoding) || this.#response.destroyed) return undefined;
    return waitForDrain(this.#response);
  }

  #dropHeadTimer(): void {
    clearTimeout(this.#headTimer);
    this.#headTimer = undefined;
  }
}
