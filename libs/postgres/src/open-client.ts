import { Client, type ClientBase, type ClientConfig } from 'pg';
import { splitDatabaseHosts } from '@tollgate/store-address';
import { isTransientDatabaseError, ReadOnlyServerError } from './database-errors';

const answerTimeoutMs = 3_000;
/** The types of pg lack the limit of a single query. */
const roleQuery = { text: 'SHOW transaction_read_only', query_timeout: answerTimeoutMs };

/** Throws a ReadOnlyServerError on a standby. */
export async function assertWritable(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(roleQuery);
  if (rows[0]?.transaction_read_only === 'on') {
    throw new ReadOnlyServerError('the server accepts no writes: it is a standby');
  }
}

/** A connection to the host that accepts writes; with one host, to that one. */
export async function openClient(
  url: string,
  config: ClientConfig,
  onClient: (client: Client) => void,
): Promise<Client> {
  const urls = splitDatabaseHosts(url);
  let failure: unknown;
  for (const connectionString of urls) {
    const client = new Client({ ...config, connectionString });
    onClient(client);
    try {
      await client.connect();
      if (urls.length > 1) await assertWritable(client);
      return client;
    } catch (error) {
      failure ??= error;
      await client.end().catch(() => undefined);
      if (!isTransientDatabaseError(error)) break;
    }
  }
  throw failure;
}
