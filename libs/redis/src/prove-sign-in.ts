import type { Redis } from 'ioredis';
import { SettingError } from '@tollgate/config';
import { describeRedisHosts, listRedisNeeds, type RedisUser } from '@tollgate/store-address';
import { ClusterRedis } from './cluster-redis';
import { listServers } from './servers';

/** The service that signs in, and the value of its REDIS_URL. */
export interface RedisSignIn {
  readonly service: RedisUser;
  readonly url: string;
}

/**
 * Asks the server which of some commands this user may not run; none of them is run, and nothing is
 * written to ACL LOG. Before Redis 7 there is no such question, nor are there users of services.
 */
const listRefused = `
local refused = {}
if redis.acl_check_cmd == nil then return refused end
for index, command in ipairs(cjson.decode(ARGV[1])) do
  if not redis.acl_check_cmd(unpack(command)) then refused[#refused + 1] = index end
end
return refused`;

/** What a server says to a user that it does not know, or does not let run a script. */
const signInRefused = /^(WRONGPASS|NOAUTH|NOPERM|ERR invalid password)/;
/** A foreign user misses most of the rules: the first ones tell enough. */
const rulesShownMax = 5;

/**
 * Connects and throws one error that names the setting when the user of REDIS_URL is refused or
 * lacks a right of the service. It would otherwise fail later, in the middle of calls.
 */
export async function proveSignIn(
  redis: Redis,
  signIn: RedisSignIn,
  connect: () => Promise<void>,
): Promise<void> {
  let reason = '';
  const note = ({ message }: Error): void => {
    if (signInRefused.test(message)) reason ||= `was refused: ${message}`;
  };
  redis.on('error', note);
  try {
    await connect();
    const missing = await listMissingRules(redis, signIn.service);
    if (missing.length > 0) reason = `misses ${describeRules(missing)}`;
  } catch (error) {
    // Of a refused sign-in the client reports only that the connection was closed.
    note(error as Error);
    if (reason === '') throw error;
  } finally {
    redis.off('error', note);
  }
  if (reason === '') return;
  redis.disconnect();
  throw new SettingError(describeFault(signIn, reason));
}

async function listMissingRules(redis: Redis, service: RedisUser): Promise<readonly string[]> {
  const needs = listRedisNeeds(service, { isCluster: redis instanceof ClusterRedis });
  const commands = JSON.stringify(needs.map(({ command }) => command));
  const rules = new Set<string>();
  for (const server of listServers(redis)) {
    const refused = (await server.eval(listRefused, 0, commands)) as readonly number[];
    for (const index of refused) rules.add(needs[index - 1]?.rule ?? '');
  }
  return [...rules];
}

function describeRules(rules: readonly string[]): string {
  const more = rules.length - rulesShownMax;
  return rules.slice(0, rulesShownMax).join(' ') + (more > 0 ? ` and ${more} more` : '');
}

/** Without the password that was read. */
function describeFault({ service, url }: RedisSignIn, reason: string): string {
  const user = readUser(url);
  const read = `REDIS_URL (or ${service.toUpperCase()}__REDIS_URL) has the user "${user}" at ${describeRedisHosts(url)}`;
  const allowed = `a user with the rules of "${service}" in deploy/redis/user-rules.txt, or one that may do everything`;
  return `${read}, which ${reason}; allowed is ${allowed}`;
}

function readUser(url: string): string {
  const name = /^[a-z+]+:\/\/([^:@/?]*)(:[^@/?]*)?@/.exec(url)?.[1] ?? '';
  return name === '' ? 'default' : decodeURIComponent(name);
}
