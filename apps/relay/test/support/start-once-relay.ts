import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { createErrorHandler, watchClient } from '@tollgate/http';
import { silentLogger } from '@tollgate/observability';
import { createRedis } from '@tollgate/redis';
import { SecretBox } from '@tollgate/secret-box';
import { AnswerBudget } from '../../src/call/once/answer-budget';
import { RedisCallKeys } from '../../src/call/once/redis-call-keys';
import { createRelayOnce, type OnceOutcome } from '../../src/call/once/relay-once';
import type { RelayCall, RunCall } from '../../src/call/relay-call';
import { aParsedCall } from './build-calls';

export interface OnceRelay {
  readonly url: string;
  readonly keys: RedisCallKeys;
  /** What was counted since the start. */
  readonly outcomes: OnceOutcome[];
  readonly end: () => Promise<void>;
}

export const answerBytesMax = 64 * 1024;
export const lonelyMs = 400;

/** A relay of which only the idempotent calls are real; `runCall` stands for everything else. */
export async function startOnceRelay(
  redisUrl: string,
  instance: string,
  runCall: RunCall,
): Promise<OnceRelay> {
  const redis = createRedis({ url: redisUrl, name: instance, logger: silentLogger });
  await redis.connect();
  const keys = new RedisCallKeys(redis, instance);
  const outcomes: OnceOutcome[] = [];
  const { part, relayCall } = createRelayOnce({
    runCall,
    keys,
    secrets: new SecretBox('ab'.repeat(32)),
    budget: new AnswerBudget(1024 * 1024),
    answerBytesMax,
    times: { beatMs: 50, lonelyMs },
    recover: async () => undefined,
    countOutcome: (outcome) => outcomes.push(outcome),
    logger: silentLogger,
  });
  const server = createTestApp(relayCall).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    outcomes,
    end: async () => {
      server.closeAllConnections();
      server.close();
      await part.stop?.();
      redis.disconnect();
    },
  };
}

/** `x-key` names the API key of the caller. */
function createTestApp(relayCall: RelayCall): Express {
  const app = express();
  app.use(express.text({ type: () => true }));
  app.post('/{*path}', async (request, response) => {
    const caller = { keyId: request.get('x-key') ?? 'key_1' };
    const call = aParsedCall({ caller, clientGone: watchClient(response) });
    const key = request.get('idempotency-key');
    const idempotency = key === undefined ? undefined : { key, path: request.path };
    await relayCall({ ...call, bodyText: String(request.body), idempotency }, response);
  });
  app.use(createErrorHandler({ logger: silentLogger }));
  return app;
}
