import { makeId } from '@tollgate/ids';
import type { CallerIdentity } from '@tollgate/identity';
import { startVideo, type VideoUnderTest } from '../support/start-video';

let video: VideoUnderTest;
const orgId = makeId('organization');

beforeAll(async () => {
  video = await startVideo();
});
afterAll(() => video.stop());

/** A key of the organization, of a member or of none. */
function aKey(keyId: string, memberId: string): Partial<CallerIdentity> {
  const userId = `user_${memberId}`;
  return { keyId, userId, walletId: orgId, org: { orgId, teamId: '', memberId } };
}

function aSession(userId: string): Partial<CallerIdentity> {
  return { kind: 'session', userId, walletId: userId, keyId: '', sessionId: 'sess_1' };
}

interface JobList {
  readonly data: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

async function submitAs(caller: Partial<CallerIdentity>): Promise<string> {
  const body = { model: 'acme/video', prompt: 'A gate in the rain' };
  const answer = await video.send('post', '/v1/videos', caller).send(body);
  expect(answer.status).toBe(202);
  return (answer.body as { id: string }).id;
}

async function statusesFor(caller: Partial<CallerIdentity>, id: string): Promise<number[]> {
  const paths = [`/v1/videos/${id}`, `/v1/video/generations/${id}`, `/v1/videos/${id}/content`];
  const answers = await Promise.all(paths.map((path) => video.send('get', path, caller)));
  return answers.map(({ status }) => status);
}

// 409: the job is there, and its content is not ready.
const visible = [200, 200, 409];
const hidden = [404, 404, 404];

describe('a video job of an organization', () => {
  it('is visible to every key of the member who made it, and to no other member', async () => {
    const id = await submitAs(aKey('key_a1', 'mem_a'));
    expect(await statusesFor(aKey('key_a1', 'mem_a'), id)).toEqual(visible);
    expect(await statusesFor(aKey('key_a2', 'mem_a'), id)).toEqual(visible);
    expect(await statusesFor(aKey('key_b1', 'mem_b'), id)).toEqual(hidden);
    expect(await statusesFor(aKey('key_o1', ''), id)).toEqual(hidden);
  });

  it('made with a key of no member is visible to that key alone', async () => {
    const id = await submitAs(aKey('key_o1', ''));
    expect(await statusesFor(aKey('key_o1', ''), id)).toEqual(visible);
    expect(await statusesFor(aKey('key_o2', ''), id)).toEqual(hidden);
    expect(await statusesFor(aKey('key_a1', 'mem_a'), id)).toEqual(hidden);
  });

  it('from before owners were recorded stays visible to its wallet', async () => {
    const id = await submitAs(aKey('key_a1', 'mem_a'));
    const ulid = id.slice('vjob_'.length);
    await video.sql.query('UPDATE jobs SET key_id = NULL, member_id = NULL WHERE ulid = $1', [
      ulid,
    ]);
    expect(await statusesFor(aKey('key_b1', 'mem_b'), id)).toEqual(visible);
    expect(await statusesFor({ walletId: makeId('organization') }, id)).toEqual(hidden);
  });
});

describe('a video job of an account', () => {
  it('is visible to every key and session of the account', async () => {
    const id = await submitAs({ keyId: 'key_1' });
    expect(await statusesFor({ keyId: 'key_2' }, id)).toEqual(visible);
    expect(await statusesFor(aSession(video.walletId), id)).toEqual(visible);
  });

  it('is hidden from the session of another account', async () => {
    const id = await submitAs({ keyId: 'key_1' });
    expect(await statusesFor(aSession(makeId('user')), id)).toEqual(hidden);
  });

  it('is not submitted by a session', async () => {
    const body = { model: 'acme/video', prompt: 'A gate in the rain' };
    await video.send('post', '/v1/videos', aSession(video.walletId)).send(body).expect(403);
  });
});

describe('the list of video jobs', () => {
  const list = async (caller: Partial<CallerIdentity>, query = ''): Promise<JobList> =>
    (await video.send('get', `/v1/videos${query}`, caller).expect(200)).body as JobList;

  it('has the newest first, in pages', async () => {
    const userId = makeId('user');
    const caller = { userId, walletId: userId, keyId: 'key_1' };
    expect(await list(caller)).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      first_id: null,
      last_id: null,
      nextCursor: null,
    });
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift(await submitAs(caller));
    const first = await list(aSession(userId), '?limit=2');
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first).toMatchObject({ has_more: true, first_id: ids[0], nextCursor: ids[1] });
    const cursor = first.nextCursor ?? '';
    // A job that is made meanwhile moves nothing into the next page.
    await submitAs(caller);
    for (const name of ['cursor', 'after']) {
      const second = await list(aSession(userId), `?limit=2&${name}=${cursor}`);
      expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2));
      expect(second).toMatchObject({ has_more: false, last_id: ids[2], nextCursor: null });
    }
  });

  it('shows the jobs that the caller may read one by one', async () => {
    const callers = [
      aKey('key_a1', 'mem_l'),
      aKey('key_b1', 'mem_m'),
      aKey('key_l1', ''),
      aSession(video.walletId),
      aSession(makeId('user')),
    ];
    const ids = [];
    for (const caller of callers.slice(0, 3)) ids.push(await submitAs(caller));
    ids.push(await submitAs({ keyId: 'key_1' }));
    for (const caller of callers) {
      const listed = (await list(caller, '?limit=100')).data.map(({ id }) => id);
      for (const id of ids) {
        const [status] = await statusesFor(caller, id);
        expect(listed.includes(id)).toBe(status === 200);
      }
    }
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=vjob_1', 'after=%00', 'order=asc'])(
    'refuses ?%s',
    async (query) => {
      const answer = await video.send('get', `/v1/videos?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: { param: query.split('=')[0] } });
    },
  );
});
