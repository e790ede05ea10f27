import { waitUntil } from '@tollgate/testing';
import { callApi, type ApiAnswer, type Json } from './api-call';
import type { Gateway } from './gateway';

export const videoModels = [
  'simulator/video',
  'simulator/video-ark',
  'simulator/video-dashscope',
  'simulator/video-gemini',
] as const;

export const aliases = ['/v1/videos', '/v1/video/generations'] as const;

/** The simulator's jobs with a tag. */
export interface SimulatedVideos {
  readonly jobs: readonly { readonly polls: number; readonly downloads: number }[];
}

export async function readSimulatedVideos(
  gateway: Gateway,
  tag: string,
): Promise<SimulatedVideos['jobs']> {
  const base = `http://127.0.0.1:${gateway.portOf('simulator-internal')}`;
  const { json } = await callApi(`${base}/__sim/videos?tag=${tag}`);
  return (json as SimulatedVideos).jobs;
}

export interface Submit {
  readonly bearer: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Words for the simulator. */
  readonly script?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function submitVideo(gateway: Gateway, submit: Submit): Promise<ApiAnswer> {
  const { bearer, body = {}, headers = {}, path = aliases[0], script } = submit;
  const prompt = `A gate${script === undefined ? '' : ` [[sim:${script}]]`}`;
  const sent = { model: videoModels[0], prompt, duration: 4, ...body };
  return gateway.call(path, { bearer, body: sent, headers });
}

/** The record of a job that is over, or whatever it is asked to be. */
export async function waitForVideo(
  gateway: Gateway,
  { bearer, id }: { readonly bearer: string; readonly id: string },
  { statuses = ['completed', 'failed'], timeoutMs = 15_000 } = {},
): Promise<Json> {
  return waitUntil(
    async () => {
      const { json, status } = await gateway.call(`/v1/videos/${id}`, { bearer });
      return status === 200 && statuses.includes(json.status as string) ? json : undefined;
    },
    { timeoutMs, pollMs: 100, what: `a job that is ${statuses.join(' or ')}` },
  );
}
