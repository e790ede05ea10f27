import { EventEmitter } from 'node:events';
import {
  Metadata,
  status as grpcStatus,
  type handleUnaryCall,
  type ServerUnaryCall,
  type ServiceError,
} from '@grpc/grpc-js';
import type { UnaryClientMethod } from './grpc-client';

export type UnaryMethod = handleUnaryCall<unknown, unknown>;

/** A running gRPC server of this process. */
export interface LocalServer {
  /** Undefined when it does not have the method or does not serve at the moment. */
  findMethod(path: string): UnaryMethod | undefined;
}

const localScheme = 'local:';

/**
 * gRPC servers of this process, by addresses such as local:billing. A client that is given these
 * calls the implementation itself: with the same deadlines and errors, without a connection. A
 * server that has not started is away. Messages are passed as they are: neither side may change
 * one after it was sent.
 */
export class LocalServices {
  readonly #servers = new Map<string, LocalServer>();

  add(address: string, server: LocalServer): void {
    this.#servers.set(address, server);
  }

  /** Undefined for an address of another process. */
  findMethod(address: string, path: string): UnaryClientMethod<unknown, unknown> | undefined {
    if (!address.startsWith(localScheme)) return undefined;
    return (request, metadata, { deadline }, callback) => {
      const call = new LocalCall(request, metadata, callback);
      call.endAt(deadline);
      call.run(this.#servers.get(address)?.findMethod(path));
      return call;
    };
  }
}

/** Calls of this process that a server must answer before it stops. */
export class RunningCalls {
  #count = 0;
  #onIdle: (() => void) | undefined;

  count(handle: UnaryMethod): UnaryMethod {
    return (call, callback) => {
      this.#count += 1;
      handle(call, (...answer) => {
        this.#count -= 1;
        if (this.#count === 0) this.#onIdle?.();
        callback(...answer);
      });
    };
  }

  async drain(msMax: number): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, msMax);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

type Answer = (error: ServiceError | null, response: unknown) => void;

/** Both sides of one call: what the handler sees of it, and what the caller can cancel. */
class LocalCall extends EventEmitter {
  readonly request: unknown;
  readonly metadata: Metadata;
  readonly #answer: Answer;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(request: unknown, metadata: Metadata, answer: Answer) {
    super();
    this.request = request;
    this.metadata = metadata;
    this.#answer = answer;
  }

  getPeer(): string {
    return 'this process';
  }

  endAt(deadline: Date | number | undefined): void {
    if (deadline === undefined) return;
    const ms = Math.max(0, Number(deadline) - Date.now());
    this.#timer = setTimeout(() => this.#giveUp(grpcStatus.DEADLINE_EXCEEDED), ms);
  }

  cancel(): void {
    this.#giveUp(grpcStatus.CANCELLED);
  }

  run(handle: UnaryMethod | undefined): void {
    if (handle === undefined) {
      // Later, as an answer over a connection would be.
      setImmediate(() => this.#end(makeFailure(grpcStatus.UNAVAILABLE), undefined));
      return;
    }
    handle(this as unknown as ServerUnaryCall<unknown, unknown>, (error, response) => {
      this.#end(error === null ? null : toServiceError(error), response);
    });
  }

  #giveUp(code: grpcStatus): void {
    if (this.#isOver) return;
    this.emit('cancelled');
    this.#end(makeFailure(code), undefined);
  }

  #end(error: ServiceError | null, response: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#answer(error, response);
  }
}

function makeFailure(code: grpcStatus): ServiceError {
  const details = grpcStatus[code];
  return Object.assign(new Error(details), { code, details, metadata: new Metadata() });
}

/** Handlers may leave out what a connection would add. */
function toServiceError(error: Partial<ServiceError>): ServiceError {
  const failure = makeFailure(error.code ?? grpcStatus.UNKNOWN);
  return Object.assign(failure, {
    message: error.message ?? failure.message,
    details: error.details ?? failure.details,
    metadata: error.metadata ?? failure.metadata,
    cause: error,
  });
}
