import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import {
  gatewayProcessesMax,
  serviceInstancesMax,
  stackShapes,
  type StackShape,
} from './service-plan';
import { StackError } from './stack-error';

export type EventLogKind = 'postgres' | 'kafka';

export interface StackOptions {
  /** As the user wrote it; shown in credentials.json. */
  readonly dataDirectoryName: string;
  readonly dataDirectory: string;
  /** Where the built services are. */
  readonly distDirectory: string;
  readonly isFresh: boolean;
  readonly edgeHost: string;
  readonly edgePort: number;
  readonly eventLog: EventLogKind;
  readonly shape: StackShape;
  /** How many processes with edge and relay listen on the public port. */
  readonly gatewayProcesses: number;
  /** How many processes of each service there are where services are apart. */
  readonly serviceInstances: number;
  readonly kafkaBrokers: string | undefined;
  /** URL of a superuser, or undefined for the embedded server. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly adminToken: string | undefined;
  /** For mutual TLS between the services: authority.crt, and a .crt and .key for each of them. */
  readonly tlsDirectory: string | undefined;
  /** The process whose end is also the end of the stack, see tools/boot.mjs. */
  readonly bootPid: number | undefined;
  /** Handed on to the services below what the stack sets itself. */
  readonly environment: NodeJS.ProcessEnv;
}

const defaultPort = 8080;
const portMax = 65_535;

/** Reads the environment and flags of `npm start`. */
export function readStackOptions(
  environment: NodeJS.ProcessEnv,
  flags: readonly string[],
): StackOptions {
  const unknown = flags.find((flag) => flag !== '--fresh');
  if (unknown !== undefined) throw new StackError(`unknown option ${unknown}; there is --fresh`);
  const value = (name: string): string | undefined => environment[name] || undefined;
  const dataDirectoryName = value('TOLLGATE_DATA') ?? '.data';
  const bootPid = value('TOLLGATE_BOOT_PID');
  const shape = parseShape(value('SHAPE'));
  return {
    dataDirectoryName,
    dataDirectory: resolve(dataDirectoryName),
    distDirectory: join(__dirname, '..', '..'),
    isFresh: flags.includes('--fresh'),
    edgeHost: value('EDGE_HOST') ?? '127.0.0.1',
    edgePort: parsePort(value('PORT')),
    eventLog: parseEventLog(value('EVENT_LOG')),
    shape,
    gatewayProcesses: parseGatewayProcesses(value('GATEWAY_PROCESSES'), shape),
    serviceInstances: parseServiceInstances(value('SERVICE_INSTANCES'), shape),
    kafkaBrokers: value('KAFKA_BROKERS'),
    databaseUrl: value('DATABASE_URL'),
    redisUrl: value('REDIS_URL'),
    adminToken: value('ADMIN_TOKEN'),
    tlsDirectory: value('TLS_DIR'),
    bootPid: bootPid === undefined ? undefined : Number(bootPid),
    environment,
  };
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= portMax) return port;
  throw new StackError(`PORT must be a number from 1 to ${portMax} (got "${text}")`);
}

function parseShape(text: string | undefined): StackShape {
  const shape = stackShapes.find((each) => each === (text ?? 'together'));
  if (shape !== undefined) return shape;
  throw new StackError(`SHAPE must be ${stackShapes.join(' or ')} (got "${text}")`);
}

/** Elsewhere than on Linux no two processes share a port. */
function parseGatewayProcesses(text: string | undefined, shape: StackShape): number {
  const max = gatewayProcessesMax;
  const isPossible = shape === 'together' && process.platform === 'linux';
  if (text === undefined) return isPossible ? countGateways(availableParallelism()) : 1;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max) {
    throw new StackError(`GATEWAY_PROCESSES must be from 1 to ${max} (got "${text}")`);
  }
  if (count === 1 || isPossible) return count;
  throw new StackError(
    `GATEWAY_PROCESSES=${count} needs SHAPE=together and Linux (got ${shape}, ${process.platform})`,
  );
}

function parseServiceInstances(text: string | undefined, shape: StackShape): number {
  const max = serviceInstancesMax;
  const count = Number(text ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > max) {
    throw new StackError(`SERVICE_INSTANCES must be from 1 to ${max} (got "${text}")`);
  }
  if (count === 1 || shape === 'apart') return count;
  throw new StackError(`SERVICE_INSTANCES=${count} needs SHAPE=apart (got ${shape})`);
}

/** One per core, but one core is for the office and the engines (figures: ADR 0034). */
export function countGateways(cores: number): number {
  return Math.min(gatewayProcessesMax, Math.max(1, cores - 1));
}

function parseEventLog(text: string | undefined): EventLogKind {
  if (text === undefined || text === 'postgres') return 'postgres';
  if (text === 'kafka') return 'kafka';
  throw new StackError(`EVENT_LOG must be postgres or kafka (got "${text}")`);
}
