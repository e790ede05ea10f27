export { changeDatabaseUrl, describeDatabaseHosts, splitDatabaseHosts } from './database-url';
export {
  describeRedisHosts,
  parseClusterAddress,
  parseSentinelAddress,
  redisForms,
  type ClusterAddress,
  type RedisHost,
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
