import { join } from 'node:path';
import type { PortBook } from './port-book';

/** They start together and stop in the opposite order: each may need those before it. */
export const serviceNames = [
  'simulator',
  'billing',
  'auth',
  'orgs',
  'relay',
  'video',
  'audit',
  'edge',
] as const;
export type ServiceName = (typeof serviceNames)[number];

const servicesWithGrpc: readonly ServiceName[] = ['auth', 'billing', 'orgs', 'relay'];

export interface ServicePorts {
  readonly http: number;
  readonly grpc: number | undefined;
  readonly internal: number;
}

/** Where each service listens, and what it is started from. */
export interface ServicePlan {
  readonly ports: Readonly<Record<ServiceName, ServicePorts>>;
  readonly mainFile: (name: ServiceName) => string;
}

export async function planServices(
  book: PortBook,
  { distDirectory, edgePort }: { distDirectory: string; edgePort: number },
): Promise<ServicePlan> {
  const entries: [ServiceName, ServicePorts][] = [];
  for (const name of serviceNames) {
    const http = name === 'edge' ? edgePort : await book.reserve(`${name}-http`);
    const hasGrpc = servicesWithGrpc.includes(name);
    const grpc = hasGrpc ? await book.reserve(`${name}-grpc`) : undefined;
    entries.push([name, { http, grpc, internal: await book.reserve(`${name}-internal`) }]);
  }
  return {
    ports: Object.fromEntries(entries) as Record<ServiceName, ServicePorts>,
    mainFile: (name) => join(distDirectory, 'apps', name, 'main.js'),
  };
}
