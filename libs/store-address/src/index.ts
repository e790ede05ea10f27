export { changeDatabaseUrl, describeDatabaseHosts, splitDatabaseHosts } from './database-url';
export {
  describeRedisHosts,
  parseSentinelAddress,
  redisForms,
  type SentinelAddress,
} from './redis-address';
export { listRedisNeeds } from './redis-needs';
export {
  changeRedisUser,
  formatRedisUser,
  isRedisUser,
  listRedisRules,
  redisUsers,
  type RedisUser,
} from './redis-users';
