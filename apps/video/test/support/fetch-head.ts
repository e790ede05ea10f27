import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { identityHeader } from '@tollgate/identity';
import type { Instance } from './start-video';

/** An answer whose body is not read yet. */
export async function fetchHead(
  { baseUrl, identity }: Pick<Instance, 'baseUrl' | 'identity'>,
  path: string,
): Promise<IncomingMessage> {
  const request = get(`${baseUrl}${path}`, { headers: { [identityHeader]: identity() } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}
