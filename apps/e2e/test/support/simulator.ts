import { callApi } from './api-call';
import type { Gateway } from './gateway';

export interface SimulatedCalls {
  readonly inFlight: number;
  readonly total: number;
  readonly cancelled: number;
  readonly calls: readonly {
    readonly id: string;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly outcome: 'running' | 'answered' | 'cancelled' | 'cut';
    readonly request?: { readonly headers: Record<string, string>; readonly body: string };
  }[];
}

/** What reached the provider, as the provider saw it. */
export async function readSimulatedCalls(gateway: Gateway): Promise<SimulatedCalls> {
  return (await callApi(`${internalUrl(gateway)}/__sim/calls`)).json as SimulatedCalls;
}

/** Forgets the calls so far; headers and bodies are kept from now on when asked for. */
export async function resetSimulator(gateway: Gateway, keepsRequests = false): Promise<void> {
  const query = keepsRequests ? '?requests=1' : '';
  await callApi(`${internalUrl(gateway)}/__sim/reset${query}`, { method: 'POST' });
}

/** Where an operator finds the simulator as a provider. */
export function simulatorUrl(gateway: Gateway): string {
  return `http://127.0.0.1:${gateway.portOf('simulator-http')}/v1`;
}

function internalUrl(gateway: Gateway): string {
  return `http://127.0.0.1:${gateway.portOf('simulator-internal')}`;
}
