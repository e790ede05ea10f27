import { openAccount, type Account } from '../test/support/accounts';
import type { ApiCall } from '../test/support/api-call';
import { readApiDocument } from '../test/support/api-document';
import { getSharedGateway } from '../test/support/gateway';
import { makeManager } from '../test/support/management-key';
import { openOrg } from '../test/support/organizations';

const gateway = getSharedGateway();

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly enum?: readonly string[] };
}

let ada: Account;
let orgId: string;
let credentials: readonly ApiCall[];

beforeAll(async () => {
  ada = await openAccount(gateway);
  orgId = await openOrg(gateway, ada);
  const manager = await makeManager(gateway, ada);
  credentials = [
    { cookie: ada.cookie },
    { bearer: manager.key },
    { bearer: ada.key },
    { bearer: gateway.credentials().adminToken },
  ];
});

/** Every value of every filter that is a choice, on every list there is. */
async function listQueries(): Promise<readonly string[]> {
  const { document, operations } = await readApiDocument(gateway);
  return operations.flatMap((operation) => {
    const [method = '', path = ''] = operation.split(' ');
    if (method !== 'GET') return [];
    const parameters = (document.paths[path].get.parameters ?? []) as readonly Parameter[];
    const url = path.replace('{orgId}', orgId).replaceAll(/\{\w+\}/g, 'nothing');
    return parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, schema }) => (schema.enum ?? []).map((value) => `${url}?${name}=${value}`));
  });
}

it('no value of a filter is answered with a fault of the service', async () => {
  const queries = await listQueries();
  expect(queries.length).toBeGreaterThan(10);
  const faults: string[] = [];
  let answered = 0;
  for (const query of queries) {
    for (const credential of credentials) {
      const { status } = await gateway.call(query, credential);
      if (status === 200) answered += 1;
      if (status >= 500) faults.push(`${query}: ${status}`);
    }
  }
  expect(faults).toEqual([]);
  expect(answered).toBeGreaterThan(10);
});
