import { join } from 'node:path';
import type { PortBook } from './port-book';
import type { StackOptions } from './stack-options';

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

/** One process with the services that it runs. */
export interface ProcessPlan {
  readonly name: string;
  readonly services: readonly ServiceName[];
  readonly mainFile: string;
}

/** Where each service listens, and which processes run them, in the order of their start. */
export interface ServicePlan {
  readonly ports: Readonly<Record<ServiceName, ServicePorts>>;
  readonly processes: readonly ProcessPlan[];
}

/** Services share two processes, or each has its own. */
export const stackShapes = ['together', 'apart'] as const;
export type StackShape = (typeof stackShapes)[number];

const processGroups: Readonly<Record<string, readonly ServiceName[]>> = {
  simulator: ['simulator'],
  office: ['billing', 'auth', 'orgs', 'video', 'audit'],
  gateway: ['relay', 'edge'],
};

export function planProcesses(shape: StackShape, distDirectory: string): readonly ProcessPlan[] {
  const mainFile = (app: string): string => join(distDirectory, 'apps', app, 'main.js');
  if (shape === 'apart') {
    return serviceNames.map((name) => ({ name, services: [name], mainFile: mainFile(name) }));
  }
  return Object.entries(processGroups).map(([name, services]) => ({
    name,
    services,
    mainFile: mainFile(services.length > 1 ? 'host' : name),
  }));
}

export async function planServices(
  book: PortBook,
  { distDirectory, edgePort, shape }: Pick<StackOptions, 'distDirectory' | 'edgePort' | 'shape'>,
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
    processes: planProcesses(shape, distDirectory),
  };
}
