import { getRedisRights, type RedisUser } from './redis-users';

/** A command that a user must be allowed to run, and the rule that allows it. */
export interface RedisNeed {
  readonly rule: string;
  readonly command: readonly string[];
}

/**
 * Commands whose permissions together prove the rules of a user. They need not be run, but each has
 * all its arguments: Redis looks for keys among them without counting.
 */
export function listRedisNeeds(
  user: RedisUser,
  { isCluster }: { readonly isCluster: boolean } = { isCluster: false },
): readonly RedisNeed[] {
  const { channels, clusterCommands, keys, readKeys, ...others } = getRedisRights(user);
  const commands = isCluster ? [...others.commands, ...clusterCommands] : others.commands;
  const [key = '', channel = ''] = [fillPattern(keys[0] ?? ''), channels[0]];
  const useChannel = commands.includes('subscribe') ? 'subscribe' : 'publish';
  return [
    // A script needs to read and write its keys.
    ...keys.map((each) => ({ rule: `~${each}`, command: fill('eval', fillPattern(each), '') })),
    ...readKeys.map((each) => ({ rule: `%R~${each}`, command: ['get', fillPattern(each)] })),
    ...channels.map((each) => ({ rule: `&${each}`, command: fill(useChannel, '', each) })),
    ...commands.map((name) => ({ rule: `+${name}`, command: fill(name, key, channel) })),
  ];
}

const withoutKeys: ReadonlySet<string> = new Set(['ping', 'info', 'time', 'multi', 'exec']);
const withKeysOnly: ReadonlySet<string> = new Set(['mget', 'del', 'exists', 'unlink']);

function fill(name: string, key: string, channel: string): readonly string[] {
  if (withoutKeys.has(name)) return [name];
  if (withKeysOnly.has(name)) return [name, key];
  if (name.startsWith('cluster|')) return name.split('|');
  switch (name) {
    case 'client|setname':
      return ['client', 'setname', 'x'];
    case 'eval':
    case 'evalsha':
      return [name, '', '1', key];
    case 'scan':
      return [name, '0'];
    case 'publish':
      return [name, channel, ''];
    case 'subscribe':
    case 'unsubscribe':
      return [name, channel];
    default:
      // None of the others needs more than a key and two values.
      return [name, key, '0', '0'];
  }
}

/** A name that the pattern of a rule allows. */
function fillPattern(pattern: string): string {
  return pattern.replaceAll('*', 'x');
}
