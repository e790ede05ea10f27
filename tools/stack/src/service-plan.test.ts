import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listGroups, planServices } from './service-plan';

function nameAll(
  shape: 'together' | 'apart',
  count: number,
  fullSpools: readonly number[],
): readonly string[] {
  const counts = { gatewayProcesses: count, serviceInstances: count };
  return listGroups(shape, counts, fullSpools).map(({ name }) => name);
}

describe('the processes of a stack', () => {
  it('are one gateway, or as many as were asked for, numbered', () => {
    expect(nameAll('together', 1, [])).toEqual(['simulator', 'office', 'gateway']);
    expect(nameAll('together', 3, []).slice(2)).toEqual(['gateway', 'gateway-2', 'gateway-3']);
  });

  it('have a relay for every spool that still holds records', () => {
    expect(nameAll('together', 1, [1, 3]).slice(2)).toEqual(['gateway', 'gateway-3']);
    expect(nameAll('apart', 1, [2]).at(-1)).toBe('relay-2');
    expect(nameAll('apart', 1, []).length).toBe(8);
  });

  it('are two of each service but the simulator, if two were asked for', () => {
    const names = nameAll('apart', 2, []);
    expect(names).toHaveLength(15);
    expect(names.slice(8)).toEqual(
      ['billing', 'auth', 'orgs', 'relay', 'video', 'audit', 'edge'].map((name) => `${name}-2`),
    );
  });
});

describe('the plan of a stack with two gateways', () => {
  let dataDirectory = '';
  beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'service-plan-'));
  });
  afterEach(() => rmSync(dataDirectory, { recursive: true }));

  const plan = (gatewayProcesses: number) => {
    let next = 20_000;
    const book = { reserve: () => Promise.resolve(next++) };
    const options = { dataDirectory, distDirectory: 'dist', edgePort: 8080, gatewayProcesses };
    return planServices(book, { ...options, serviceInstances: 1, shape: 'together' });
  };

  it('shares the public port, and no other', async () => {
    const { processes } = await plan(2);
    const [first, second] = processes.filter(({ services }) => services.includes('edge'));
    expect(second?.ports.edge?.http).toBe(8080);
    const inner = processes.flatMap(({ ports }) =>
      Object.values(ports).flatMap(({ grpc, http, internal }) => [grpc, http, internal]),
    );
    const others = inner.filter((port) => port !== undefined && port !== 8080);
    expect(new Set(others).size).toBe(others.length);
    expect(first?.instance).toBe(1);
    expect(second?.instance).toBe(2);
  });

  it('starts a relay again whose records were not published', async () => {
    const spool = join(dataDirectory, 'spool', 'relay-2');
    mkdirSync(spool, { recursive: true });
    writeFileSync(join(spool, '000000000001.spool'), 'record');
    expect((await plan(1)).processes.map(({ name }) => name)).toContain('gateway-2');
    writeFileSync(join(spool, 'cursor'), JSON.stringify({ segment: 1, offset: 6 }));
    expect((await plan(1)).processes.map(({ name }) => name)).not.toContain('gateway-2');
  });
});
