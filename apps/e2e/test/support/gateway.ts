import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCredentials, type StackCredentials } from '@tollgate/embedded';
import { startTestStack, type TestStack, type TestStackOptions } from '@tollgate/testing';
import { callApi, type ApiAnswer, type ApiCall, type Json } from './api-call';
import { describeAnswer } from './read-log';
import { untilAvailable } from './until-available';

/** A running stack as a client, its operator and its supervisor see it. */
export interface Gateway {
  readonly baseUrl: string;
  readonly port: number;
  readonly dataDirectory: string;
  /** As they are now: pids change when a part was started again. */
  readonly credentials: () => StackCredentials;
  readonly call: (path: string, call?: ApiCall) => Promise<ApiAnswer>;
  /** A call with the operator's token that must succeed. */
  readonly operate: (path: string, call?: ApiCall) => Promise<Json>;
  /** Port of a part by its name in ports.json, for example `simulator-internal`. */
  readonly portOf: (part: string) => number;
}

/** The stack that all peaceful suites share. */
export function getSharedGateway(): Gateway {
  const dataDirectory = process.env['TEST_STACK_DATA'];
  const port = Number(process.env['TEST_STACK_PORT']);
  if (!dataDirectory) throw new Error('no shared stack: run with "npm test -- --only e2e"');
  return makeGateway(dataDirectory, port);
}

/** A stack of its own, for suites that break things. */
export async function startGateway(
  options: TestStackOptions = {},
): Promise<Gateway & { readonly stack: TestStack; readonly end: () => Promise<void> }> {
  const stack = await startTestStack(options);
  return {
    ...makeGateway(stack.dataDirectory, stack.port),
    stack,
    end: async () => {
      await stack.stop();
      stack.remove();
    },
  };
}

function makeGateway(dataDirectory: string, port: number): Gateway {
  const baseUrl = `http://127.0.0.1:${port}`;
  const credentials = (): StackCredentials => {
    const found = findCredentials(dataDirectory);
    if (found === undefined) throw new Error(`${dataDirectory} has no credentials.json`);
    return found;
  };
  const call: Gateway['call'] = (path, request) => callApi(`${baseUrl}${path}`, request);
  return {
    baseUrl,
    port,
    dataDirectory,
    credentials,
    call,
    operate: async (path, request) => {
      const headers = { 'idempotency-key': randomUUID(), ...request?.headers };
      const answer = await untilAvailable(
        () => call(path, { bearer: credentials().adminToken, ...request, headers }),
        path,
      );
      if (answer.status >= 300) throw new Error(describeAnswer({ dataDirectory }, path, answer));
      return answer.json;
    },
    portOf: (part) => {
      const text = readFileSync(join(dataDirectory, 'ports.json'), 'utf8');
      const found = (JSON.parse(text) as Record<string, number>)[part];
      if (found === undefined) throw new Error(`no port of ${part}`);
      return found;
    },
  };
}
