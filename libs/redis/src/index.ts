export {
  assertNoEviction,
  createRedis,
  createSubscriber,
  redisPart,
  type RedisSettings,
} from './create-redis';
export { defineScript, type RedisScript } from './define-script';
export type { Redis } from 'ioredis';
