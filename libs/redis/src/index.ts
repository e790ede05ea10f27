export {
  assertNoEviction,
  createRedis,
  createSubscriber,
  redisPart,
  type RedisSettings,
} from './create-redis';
export type { Redis } from 'ioredis';
