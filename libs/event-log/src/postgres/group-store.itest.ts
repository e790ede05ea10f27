import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import { createTestDatabase, type TestDatabase } from '@tollgate/testing';
import {
  beat,
  commitOffset,
  ensureGroup,
  leave,
  releaseLease,
  takeLeases,
  type GroupMember,
} from './group-store';
import { createTables } from './tables';
import { ensureTopic } from './topic-partitions';

let testDatabase: TestDatabase<'eventlog'>;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ schemas: ['eventlog'] });
  const url = testDatabase.urlOf('eventlog');
  database = createDatabase({ url, name: 'test', logger: silentLogger });
  await createTables(database);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function makeMembers(topic: string) {
  await ensureTopic(database, topic, 4);
  const one = { group: 'g', topic, member: 'one' };
  await ensureGroup(database, one);
  return [one, { ...one, member: 'two' }] as const;
}

const longMs = 60_000;
const shortMs = 100;
const all = [0, 1, 2, 3];

describe('a lease', () => {
  it('is not taken from a member that holds it', async () => {
    const [one, two] = await makeMembers('held');
    expect(await takeLeases(database, one, [0, 1], longMs)).toHaveLength(2);
    const taken = await takeLeases(database, two, all, longMs);
    expect(taken.map(({ partition }) => partition).sort()).toEqual([2, 3]);
  });

  it('keeps its epoch when it is prolonged, and gets a new one with a new holder', async () => {
    const [one, two] = await makeMembers('epochs');
    const [first] = await takeLeases(database, one, [0], longMs);
    const [again] = await takeLeases(database, one, [0], shortMs);
    expect(again?.epoch).toBe(first?.epoch);
    await sleep(2 * shortMs);
    const [next] = await takeLeases(database, two, [0], longMs);
    expect(next?.epoch).toBe((first?.epoch ?? 0n) + 1n);
  });

  it('refuses commits after it was lost', async () => {
    const [one, two] = await makeMembers('fenced');
    const [old] = await takeLeases(database, one, [0], shortMs);
    await sleep(2 * shortMs);
    const [current] = await takeLeases(database, two, [0], longMs);
    if (old === undefined || current === undefined) throw new Error('no lease');
    expect(await commitOffset(database, two, current, 5n)).toBe(true);
    expect(await commitOffset(database, one, old, 3n)).toBe(false);
    await releaseLease(database, one, old);
    const [kept] = await takeLeases(database, two, [0], longMs);
    expect(kept).toMatchObject({ epoch: current.epoch, nextOffset: 5n });
  });

  it('is prolonged by a beat of its holder, and by no other', async () => {
    const [one, two] = await makeMembers('prolonged');
    const [lease] = await takeLeases(database, one, [0], shortMs);
    expect((await beat(database, two, longMs)).leases).toEqual([]);
    expect((await beat(database, one, longMs)).leases).toEqual([lease]);
    await sleep(2 * shortMs);
    expect(await takeLeases(database, two, [0], longMs)).toEqual([]);
  });

  it('is taken by the next member at once when it is released', async () => {
    const [one, two] = await makeMembers('released');
    const [lease] = await takeLeases(database, one, [0], longMs);
    if (lease === undefined) throw new Error('no lease');
    await commitOffset(database, one, lease, 7n);
    await releaseLease(database, one, lease);
    const [taken] = await takeLeases(database, two, [0], longMs);
    expect(taken?.nextOffset).toBe(7n);
  });
});

describe('the members of a group', () => {
  const listMembers = async (member: GroupMember): Promise<readonly string[]> =>
    (await beat(database, member, longMs)).members;

  it('are those that beat, in the same order for all', async () => {
    const [one, two] = await makeMembers('members');
    expect(await listMembers(two)).toEqual(['two']);
    expect(await listMembers(one)).toEqual(['one', 'two']);
    await leave(database, two);
    expect(await listMembers(one)).toEqual(['one']);
  });

  it('lose one that stays silent', async () => {
    const [one, two] = await makeMembers('silent');
    await beat(database, two, shortMs);
    await sleep(2 * shortMs);
    expect(await listMembers(one)).toEqual(['one']);
  });
});
