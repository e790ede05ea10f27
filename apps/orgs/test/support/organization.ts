import type { OrgsUnderTest, Person } from './start-orgs';

interface Made {
  readonly id: string;
}

export interface TestOrg {
  readonly id: string;
  readonly founder: Person;
  readonly founderId: string;
  /** Adds a member and returns its id. */
  readonly add: (person: Person, place?: object) => Promise<string>;
  readonly addTeam: (settings: object) => Promise<string>;
}

export async function foundOrg(orgs: OrgsUnderTest, founder: Person): Promise<TestOrg> {
  const made = await orgs.send('post', '/api/orgs', founder.caller).send({ name: 'Acme' });
  expect(made.status).toBe(201);
  const { id } = made.body as Made;
  const path = `/v1/orgs/${id}`;
  const { body } = await orgs.send('get', `${path}/members`, founder.caller).expect(200);
  const [first] = (body as { members: Made[] }).members;
  const post = async (rest: string, content: object): Promise<string> => {
    const answer = await orgs.send('post', path + rest, founder.caller).send(content);
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    return (answer.body as Made).id;
  };
  return {
    id,
    founder,
    founderId: first?.id ?? '',
    add: (person, place = {}) => post('/members', { email: person.email, ...place }),
    addTeam: (settings) => post('/teams', settings),
  };
}

/** An operator with the admin token. */
export const operator = { kind: 'operator' } as const;

export async function setSeats(orgs: OrgsUnderTest, orgId: string, seats: number): Promise<void> {
  await orgs.send('patch', `/api/admin/orgs/${orgId}`, operator).send({ seats }).expect(200);
}

export function countBy(values: readonly number[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
