import { describeRedisHosts, parseClusterAddress, parseSentinelAddress } from './redis-address';

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

describe('the address of a cluster', () => {
  it('names servers and a password', () => {
    const url = 'rediss+cluster://me:a%40b@r1:1,[::1]:2,r3';
    expect(parseClusterAddress(url)).toEqual({
      servers: [
        { host: 'r1', port: 1 },
        { host: '::1', port: 2 },
        { host: 'r3', port: 6_379 },
      ],
      hasTls: true,
      username: 'me',
      password: 'a@b',
    });
    expect(describeRedisHosts(url)).toBe('r1:1,::1:2,r3:6379');
    expect(parseSentinelAddress(url)).toBeUndefined();
  });

  it('needs no password and may end with a slash', () => {
    const address = parseClusterAddress('redis+cluster://r1:1/');
    expect(address).toMatchObject({ hasTls: false, username: undefined, password: undefined });
    expect(address?.servers).toEqual([{ host: 'r1', port: 1 }]);
  });

  it('is neither that of one server nor that of sentinels', () => {
    expect(parseClusterAddress('redis://:word@cache:6379')).toBeUndefined();
    expect(parseClusterAddress('redis+sentinel://:word@s1:1/till')).toBeUndefined();
  });

  it.each([
    ['redis+cluster://:word@r1:1/till', 'has more than the servers of a cluster'],
    ['redis+cluster://:word@r1:1?x=word', 'has more than the servers of a cluster'],
    ['redis+cluster://:word@r1:x,r2', 'neither host nor host:port: number 1'],
    ['redis+cluster://:word@', 'neither host nor host:port: number 1'],
  ])('refuses %s without its password', (url, fault) => {
    expect(() => parseClusterAddress(url)).toThrow(fault);
    expect(() => parseClusterAddress(url)).not.toThrow('word');
  });
});
