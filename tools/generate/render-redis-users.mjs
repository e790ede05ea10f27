/** The rules that deploy/redis/make-acl.sh turns into an ACL file. */
export function renderRedisUsers({ listRedisRules, redisUsers }) {
  return [
    '# Generated from libs/store-address/src/redis-users.ts by npm run generate.',
    '# The user of a service, then its rules: ~ keys, %R~ keys to read, & channels, + commands.',
    ...redisUsers.map((user) => [user, ...listRedisRules(user)].join(' ')),
    '',
  ].join('\n');
}
