import { callApi } from './api-call';
import type { Gateway } from './gateway';

/** A counter of the relay without labels. */
export async function readRelayCounter(gateway: Gateway, name: string): Promise<number> {
  const url = `http://127.0.0.1:${gateway.portOf('relay-internal')}/metrics`;
  const { text } = await callApi(url);
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`the relay has no counter ${name}`);
  return Number(value);
}
