import { Client } from 'pg';
import { splitDatabaseHosts } from '@tollgate/store-address';

/** Runs `work` with a connected client and always closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(splitDatabaseHosts(url));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Of several hosts, to the first that accepts writes. */
async function connect([url, ...others]: readonly string[]): Promise<Client> {
  const client = new Client({ connectionString: url });
  // An idle client without a listener ends the process when the server stops.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (others.length === 0 || (await isWritable(client))) return client;
    await client.end();
  } catch (error) {
    await client.end().catch(() => undefined);
    if (others.length === 0) throw error;
  }
  return connect(others);
}

async function isWritable(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'SHOW transaction_read_only',
  );
  return rows[0]?.transaction_read_only === 'off';
}
