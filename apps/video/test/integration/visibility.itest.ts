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
  it('is visible to every key of the account', async () => {
    const id = await submitAs({ keyId: 'key_1' });
    expect(await statusesFor({ keyId: 'key_2' }, id)).toEqual(visible);
  });
});
