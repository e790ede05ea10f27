import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Instance } from './start-video';

/** An answer whose body is not read yet. */
export async function fetchHead(
  { baseUrl, signRead }: Pick<Instance, 'baseUrl' | 'signRead'>,
  path: string,
): Promise<IncomingMessage> {
  const request = get(`${baseUrl}${path}`, { headers: signRead(path) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}
