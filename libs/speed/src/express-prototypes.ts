import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import { isOn } from './optimizations';

/** The prototypes that an Express app gives to its requests and responses. */
interface AppPrototypes {
  readonly request: object;
  readonly response: object;
}

type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/**
 * Options for `http.createServer` that create requests and responses with the prototypes of the
 * Express app. Otherwise Express replaces the prototype of each request and response, and V8 makes
 * a new hidden class each time. A handler that is no Express app gets no options.
 */
export function useExpressPrototypes(handler: object): MessageClasses {
  if (!isOn('express-prototypes') || !isExpressApp(handler)) return {};
  return {
    IncomingMessage: deriveClass(IncomingMessage, handler.request),
    ServerResponse: deriveClass(ServerResponse, handler.response),
  };
}

function isExpressApp(handler: object): handler is AppPrototypes {
  return 'request' in handler && 'response' in handler;
}

/** A class like `base` whose instances have exactly this prototype. */
function deriveClass<Base extends typeof IncomingMessage | typeof ServerResponse>(
  base: Base,
  prototype: object,
): Base {
  function Derived(...values: unknown[]): unknown {
    return Reflect.construct(base, values, Derived) as unknown;
  }
  Derived.prototype = prototype;
  // V8 reads from the prototype chain of the constructor how many properties to reserve.
  Object.setPrototypeOf(Derived, base);
  return Derived as unknown as Base;
}
