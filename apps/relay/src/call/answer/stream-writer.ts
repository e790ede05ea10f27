import type { Response } from 'express';
import { waitForDrain } from './wait-for-drain';

/** How long the status line may wait for the first frame, to leave in one packet with it. */
const headMs = 25;
/** Silence after which a keep-alive is sent, and the status line committed if it was not. */
const keepAliveMs = 15_000;
const heartbeatMs = 60_000;
/** Frames that wait for the first content; beyond this they leave without it. */
const heldCharactersMax = 256 * 1024;

/** What is said while there is nothing to say. */
export interface SilenceFrames {
  readonly keepAliveFrame: string;
  /** For streams whose clients wait for one. */
  readonly heartbeatFrame?: string;
}

/** Writes server-sent events with back-pressure and keep-alives. */
export class StreamWriter {
  readonly #response: Response;
  readonly #generationId: string;
  readonly #keepAlive: NodeJS.Timeout;
  readonly #heartbeat: NodeJS.Timeout | undefined;
  #headTimer: NodeJS.Timeout | undefined;
  #held = '';
  #hasWritten = false;

  constructor(response: Response, generationId: string, frames: SilenceFrames) {
    const { heartbeatFrame, keepAliveFrame } = frames;
    this.#response = response;
    this.#generationId = generationId;
    this.#keepAlive = setInterval(() => void this.#send(keepAliveFrame), keepAliveMs);
    if (heartbeatFrame !== undefined)
      this.#heartbeat = setInterval(() => void this.#send(heartbeatFrame), heartbeatMs);
    response.once('close', () => this.#stopTimers());
  }

  /** From here on errors are frames, not statuses. */
  get isCommitted(): boolean {
    return this.#response.headersSent;
  }

  /** Whether the client has seen more than keep-alives: nobody else can answer from here on. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Another provider begins anew: what the last one said before its content was never told. */
  discardHeld(): void {
    this.#held = '';
  }

  /** The provider has begun: the client learns so even if it says nothing more for long. */
  commit(): void {
    if (this.#response.headersSent) return;
    this.#writeHead();
    this.#headTimer = setTimeout(() => this.#response.flushHeaders(), headMs);
  }

  /** Keeps frames back until there is something to say with them. */
  hold(frames: string): void {
    this.#held += frames;
    if (this.#held.length > heldCharactersMax) void this.write('');
  }

  /** Undefined when the client keeps up; else a promise for the moment it does again. */
  write(frames: string): Promise<void> | undefined {
    this.#hasWritten = true;
    return this.#send(this.#takeHeld() + frames);
  }

  /** The same for frames of which each character stands for one byte. */
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

  /** Nothing was committed and nothing will be: the error becomes an ordinary answer. */
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
