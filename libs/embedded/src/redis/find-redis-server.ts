import { findProgram } from '../processes/find-program';

/** The path of a `redis-server` or `valkey-server`, or undefined. */
export function findRedisServer(path?: string): string | undefined {
  return findProgram(['redis-server', 'valkey-server'], path);
}
