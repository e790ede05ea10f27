import { makeClusterId, makeServerProperties } from './make-server-properties';

describe('a cluster id', () => {
  it('never begins with a hyphen', () => {
    const draws = [Buffer.alloc(16, 0xff), Buffer.alloc(16, 0xfb), Buffer.alloc(16, 0x00)];
    draws[0]?.writeUInt8(0xf8, 0);
    expect(draws[0]?.toString('base64url').startsWith('-')).toBe(true);
    const id = makeClusterId(() => draws.shift() ?? Buffer.alloc(16));
    expect(id.startsWith('-')).toBe(false);
    expect(id).toHaveLength(22);
  });
});

describe('the properties of a node', () => {
  const options = { port: 1001, controllerPort: 1002, dataDirectory: '/data' };
  const read = (given: Parameters<typeof makeServerProperties>[0]): Record<string, string> =>
    Object.fromEntries(
      makeServerProperties(given)
        .split('\n')
        .map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]),
    );

  it('give its own addresses when it is alone', () => {
    const properties = read(options);
    expect(properties['advertised.listeners']).toBe('PLAINTEXT://127.0.0.1:1001');
    expect(properties['controller.quorum.voters']).toBe('1@127.0.0.1:1002');
    expect(properties).not.toHaveProperty(['inter.broker.listener.name']);
  });

  it('give names to other nodes, and another port to clients, where a network lies between', () => {
    const properties = read({
      ...options,
      secure: { port: 1003, advertisedPort: 2003, cert: '', key: '', username: '', password: '' },
      cluster: {
        ...{ nodeId: 2, clusterId: 'a', controllerPorts: [1, 1002], replicas: 2 },
        ...{ insyncReplicasMin: 1, network: { hostNames: ['one', 'two'], brokerPort: 1004 } },
      },
    });
    expect(properties['listeners']?.split(',')).toEqual([
      ...['PLAINTEXT://127.0.0.1:1001', 'CONTROLLER://127.0.0.1:1002'],
      ...['BROKERS://127.0.0.1:1004', 'SECURE://127.0.0.1:1003'],
    ]);
    expect(properties['advertised.listeners']?.split(',')).toEqual([
      ...['PLAINTEXT://127.0.0.1:1001', 'CONTROLLER://two:1002'],
      ...['BROKERS://two:1004', 'SECURE://127.0.0.1:2003'],
    ]);
    expect(properties['controller.quorum.voters']).toBe('1@one:1,2@two:1002');
    expect(properties['inter.broker.listener.name']).toBe('BROKERS');
  });
});
