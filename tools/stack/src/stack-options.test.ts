import { countGateways, readStackOptions } from './stack-options';
import { stackVariables } from './stack-variables';

describe('the options of npm start', () => {
  it('have defaults for a fresh machine', () => {
    expect(readStackOptions({}, [])).toMatchObject({
      dataDirectoryName: '.data',
      isFresh: false,
      edgeHost: '127.0.0.1',
      edgePort: 8080,
      eventLog: 'postgres',
      databaseUrl: undefined,
    });
  });

  it('come from the environment, in which empty means absent', () => {
    const environment = { PORT: '9000', EVENT_LOG: 'kafka', DATABASE_URL: '', TOLLGATE_DATA: 'x' };
    expect(readStackOptions(environment, ['--fresh'])).toMatchObject({
      dataDirectoryName: 'x',
      isFresh: true,
      edgePort: 9000,
      eventLog: 'kafka',
      databaseUrl: undefined,
    });
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [8, 4],
  ])('leave one of %d cores to the office and the engines: gateways %d', (cores, gateways) => {
    expect(countGateways(cores)).toBe(gateways);
  });

  it('give a stack whose services are apart one edge', () => {
    expect(readStackOptions({ SHAPE: 'apart' }, []).gatewayProcesses).toBe(1);
    const { gatewayProcesses } = readStackOptions({ GATEWAY_PROCESSES: '1' }, []);
    expect(gatewayProcesses).toBe(1);
  });

  it.each([
    [{ PORT: '0' }, [], 'PORT must be'],
    [{ PORT: 'http' }, [], 'PORT must be'],
    [{ EVENT_LOG: 'redis' }, [], 'EVENT_LOG must be'],
    [{ GATEWAY_PROCESSES: '0' }, [], 'GATEWAY_PROCESSES must be from 1 to 4'],
    [{ GATEWAY_PROCESSES: '5' }, [], 'GATEWAY_PROCESSES must be from 1 to 4'],
    [{ GATEWAY_PROCESSES: '2', SHAPE: 'apart' }, [], 'needs SHAPE=together'],
    [{ SERVICE_INSTANCES: '5', SHAPE: 'apart' }, [], 'SERVICE_INSTANCES must be from 1 to 4'],
    [{ SERVICE_INSTANCES: '2' }, [], 'needs SHAPE=apart'],
    [{}, ['--frsh'], 'unknown option --frsh'],
  ])('refuse %j %j', (environment, flags, message) => {
    expect(() => readStackOptions(environment, flags)).toThrow(message);
  });

  it('are all documented, and nothing else is', () => {
    const read = new Set<string>();
    const environment = new Proxy<NodeJS.ProcessEnv>(
      {},
      { get: (_target, name) => void read.add(String(name)) },
    );
    readStackOptions(environment, []);
    // Set by tools/boot.mjs for its own child.
    read.delete('TOLLGATE_BOOT_PID');
    expect(stackVariables.map(({ name }) => name).sort()).toEqual([...read].sort());
  });
});
