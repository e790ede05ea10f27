import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';

/** What an Express app makes of the requests and answers it is given. */
interface AppPrototypes {
  readonly request: object;
  readonly response: object;
}

/**
 * Express gives every request and answer another prototype. For V8 that is a new shape each time,
 * and one of the dearer things that happen to a small call. Those that were born with the prototype
 * are left as they are.
 */
export function bornAs(
  app: AppPrototypes,
): Pick<Required<ServerOptions>, 'IncomingMessage' | 'ServerResponse'> {
  return {
    IncomingMessage: giveBirth(IncomingMessage, app.request),
    ServerResponse: giveBirth(ServerResponse, app.response),
  };
}

export function isApp(handler: object): handler is AppPrototypes {
  return 'request' in handler && 'response' in handler;
}

function giveBirth<Base extends typeof IncomingMessage | typeof ServerResponse>(
  base: Base,
  prototype: object,
): Base {
  function Born(...values: unknown[]): unknown {
    return Reflect.construct(base, values, Born) as unknown;
  }
  Born.prototype = prototype;
  // From its line V8 estimates how many properties an object will have.
  Object.setPrototypeOf(Born, base);
  return Born as unknown as Base;
}
