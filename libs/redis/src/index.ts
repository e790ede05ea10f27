export { assertNoEviction, createRedis, createSubscriber, redisPart } from './create-redis';
export { authInvalidation } from './auth-invalidation';
export { defineScript, type RedisScript } from './define-script';
export type { Redis } from 'ioredis';
export { findTag, getServer, listFirstSlots, listServers } from './servers';
