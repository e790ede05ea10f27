import type { Json } from './api-call';
import type { Gateway } from './gateway';
import { readSimulatedCalls } from './simulator';

export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: Json;
}

/** The one request that reached the provider since the simulator began to record them. */
export async function readSent(gateway: Gateway): Promise<SentRequest> {
  const { calls } = await readSimulatedCalls(gateway);
  if (calls.length !== 1) throw new Error(`${calls.length} calls reached the provider`);
  const { body = '', headers = {} } = calls[0]?.request ?? {};
  return { headers, text: body, json: JSON.parse(body) };
}
