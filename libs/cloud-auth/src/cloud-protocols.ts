/** Provider protocols of clouds: their credentials may be JSON, and their headers are computed. */
export const cloudProtocols = ['bedrock', 'azure', 'vertex', 'vertex-anthropic'] as const;
export type CloudProtocol = (typeof cloudProtocols)[number];

export function isCloudProtocol(protocol: string): protocol is CloudProtocol {
  return cloudProtocols.some((name) => name === protocol);
}

/** Who calls, and where. */
export interface CloudAccount {
  readonly apiKey: string;
  readonly baseUrl: string;
}
