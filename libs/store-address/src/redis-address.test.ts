import { describeRedisHosts, parseSentinelAddress } from './redis-address';

describe('the address of sentinels', () => {
  it('names sentinels, the master and both passwords', () => {
    const url = 'rediss+sentinel://me:a%40b@s1:1,[::1]:2,s3/till?sentinelUser=x&sentinelPassword=y';
    expect(parseSentinelAddress(url)).toEqual({
      sentinels: [
        { host: 's1', port: 1 },
        { host: '::1', port: 2 },
        { host: 's3', port: 26_379 },
      ],
      name: 'till',
      hasTls: true,
      username: 'me',
      password: 'a@b',
      sentinelUsername: 'x',
      sentinelPassword: 'y',
    });
    expect(describeRedisHosts(url)).toBe('s1:1,::1:2,s3:26379/till');
  });

  it('needs no password', () => {
    const address = parseSentinelAddress('redis+sentinel://s1:1/till');
    expect(address).toMatchObject({ hasTls: false, username: undefined, password: undefined });
  });

  it('is not that of one server', () => {
    expect(parseSentinelAddress('redis://:word@cache:6379')).toBeUndefined();
    expect(describeRedisHosts('redis://:word@cache:6379')).toBe('cache:6379');
  });

  it.each(['redis+sentinel://:word@s1:1', 'redis+sentinel://:word@s1:1/'])(
    'names a master: %s',
    (url) => {
      expect(() => parseSentinelAddress(url)).toThrow('names no master');
    },
  );

  it.each(['redis+sentinel://:word@s1:x/till', 'redis+sentinel://:word@,s2/till'])(
    'has sentinels with a host: %s',
    (url) => {
      expect(() => parseSentinelAddress(url)).toThrow('neither host nor host:port: number 1');
    },
  );
});
