import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasBacklog } from '@tollgate/spool';
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

export type Ports = Readonly<Partial<Record<ServiceName, ServicePorts>>>;

/** One process with the services that it runs. */
export interface ProcessPlan {
  readonly name: string;
  readonly services: readonly ServiceName[];
  readonly mainFile: string;
  /** From 1: several processes may run the same services. */
  readonly instance: number;
  /** Where its services listen. */
  readonly ports: Ports;
}

/** Where each service listens, and which processes run them, in the order of their start. */
export interface ServicePlan {
  /** Of the first instance of each. */
  readonly ports: Readonly<Record<ServiceName, ServicePorts>>;
  readonly processes: readonly ProcessPlan[];
}

/** Services share two kinds of processes, or each has its own. */
export const stackShapes = ['together', 'apart'] as const;
export type StackShape = (typeof stackShapes)[number];

/** In one stack. */
export const gatewayProcessesMax = 4;
/** Of each service, where services are apart. */
export const serviceInstancesMax = 4;

interface Counts {
  readonly gatewayProcesses: number;
  readonly serviceInstances: number;
}

type Group = Pick<ProcessPlan, 'name' | 'services' | 'instance'> & {
  /** Below `dist/apps`. */
  readonly program: string;
};

/** The processes of a shape; a relay whose spool still has records is always among them. */
export function listGroups(
  shape: StackShape,
  { gatewayProcesses, serviceInstances }: Counts,
  fullSpools: readonly number[],
): readonly Group[] {
  if (shape === 'apart') return listApart(serviceInstances, fullSpools);
  const gateway: readonly ServiceName[] = ['relay', 'edge'];
  return [
    makeGroup('simulator', ['simulator'], 'simulator/main'),
    makeGroup('office', ['billing', 'auth', 'orgs', 'video', 'audit'], 'host/office.main'),
    ...listInstances(gatewayProcesses, fullSpools).map((instance) =>
      makeGroup('gateway', gateway, 'host/gateway.main', instance),
    ),
  ];
}

function listApart(serviceInstances: number, fullSpools: readonly number[]): readonly Group[] {
  const groups = serviceNames.flatMap((name) => {
    // It stands for the providers, which are none of ours.
    const wanted = name === 'simulator' ? 1 : serviceInstances;
    const instances = listInstances(wanted, name === 'relay' ? fullSpools : []);
    return instances.map((instance) => makeGroup(name, [name], `${name}/main`, instance));
  });
  // Those that others may need start first, and stop last.
  return groups.sort((left, right) => left.instance - right.instance);
}

function listInstances(wanted: number, fullSpools: readonly number[]): readonly number[] {
  const numbers = Array.from({ length: wanted }, (_, index) => index + 1);
  return [...new Set([...numbers, ...fullSpools])].sort((left, right) => left - right);
}

function makeGroup(
  name: string,
  services: readonly ServiceName[],
  program: string,
  instance = 1,
): Group {
  return { name: instance === 1 ? name : `${name}-${instance}`, services, instance, program };
}

type PlanOptions = Pick<
  StackOptions,
  'dataDirectory' | 'distDirectory' | 'edgePort' | 'gatewayProcesses' | 'serviceInstances' | 'shape'
>;

export async function planServices(book: PortBook, options: PlanOptions): Promise<ServicePlan> {
  const { dataDirectory, distDirectory, shape } = options;
  const groups = listGroups(shape, options, findFullSpools(dataDirectory));
  const processes: ProcessPlan[] = [];
  for (const { program, ...group } of groups) {
    const ports: [ServiceName, ServicePorts][] = [];
    for (const service of group.services) {
      ports.push([service, await planPorts(book, service, group.instance, options)]);
    }
    const mainFile = join(distDirectory, 'apps', `${program}.js`);
    processes.push({ ...group, mainFile, ports: Object.fromEntries(ports) });
  }
  const first = processes.filter(({ instance }) => instance === 1);
  return {
    ports: Object.assign({}, ...first.map(({ ports }) => ports)) as ServicePlan['ports'],
    processes,
  };
}

async function planPorts(
  book: PortBook,
  service: ServiceName,
  instance: number,
  { edgePort, shape }: PlanOptions,
): Promise<ServicePorts> {
  const name = nameInstance(service, instance);
  // Gateways share the public port; further edges that are apart have a port of their own.
  const isPublic = service === 'edge' && (shape === 'together' || instance === 1);
  return {
    http: isPublic ? edgePort : await book.reserve(`${name}-http`),
    grpc: servicesWithGrpc.includes(service) ? await book.reserve(`${name}-grpc`) : undefined,
    internal: await book.reserve(`${name}-internal`),
  };
}

/** The first instance has the name of its service. */
export function nameInstance(service: ServiceName, instance: number): string {
  return instance === 1 ? service : `${service}-${instance}`;
}

export function getSpoolDirectory(dataDirectory: string, instance: number): string {
  return join(dataDirectory, 'spool', nameInstance('relay', instance));
}

/** Relays that ended before their records were published. */
function findFullSpools(dataDirectory: string): readonly number[] {
  return Array.from({ length: gatewayProcessesMax }, (_, index) => index + 1).filter((instance) => {
    const directory = getSpoolDirectory(dataDirectory, instance);
    return existsSync(directory) && hasBacklog(directory);
  });
}
