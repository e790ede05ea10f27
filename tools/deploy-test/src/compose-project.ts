import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerEngine } from '@tollgate/embedded';
import type { Addresses } from './choose-addresses';
import type { ComposeFile, ComposeNetwork, ComposeService } from './compose-file';
import { makeCreateArguments } from './make-create-arguments';

export interface ComposeProjectOptions {
  readonly engine: ContainerEngine;
  readonly name: string;
  readonly file: ComposeFile;
  /** The image of each service. */
  readonly images: Readonly<Record<string, string>>;
  /** Where every service is in its networks. */
  readonly addresses: Addresses;
  /** Ends everything but `down`. */
  readonly signal: AbortSignal;
  readonly onHealthy?: (service: string, seconds: number) => void;
}

const healthyTimeoutMs = 240_000;
const healthPauseMs = 1_000;
const commandTimeoutMs = 120_000;
const logLines = 40;

/** Runs a compose file with the commands that docker and podman have in common. */
export class ComposeProject {
  readonly #options: ComposeProjectOptions;
  #file: ComposeFile;
  readonly #starting = new Map<string, Promise<void>>();

  constructor(options: ComposeProjectOptions) {
    this.#options = options;
    this.#file = options.file;
  }

  get services(): readonly ComposeService[] {
    return this.#file.services;
  }

  /** Starts every service once those that it needs are healthy. */
  async up(): Promise<void> {
    const { file, name } = this.#options;
    for (const network of file.networks) await this.#createNetwork(network);
    for (const volume of file.volumes) await this.#run(['volume', 'create', `${name}_${volume}`]);
    await this.#startAll();
  }

  /** Changes the shape: removes the services that `file` does not have and starts its own. */
  async changeTo(file: ComposeFile): Promise<void> {
    const stays = new Set(file.services.map(({ name }) => name));
    // The edge first: those that need others come after them in the file.
    for (const { name } of this.services.toReversed()) {
      if (stays.has(name)) continue;
      await this.#run(['stop', this.#container(name)]);
      await this.#run(['rm', this.#container(name)]);
    }
    this.#file = file;
    await this.#startAll();
  }

  /** Stops within the grace period of the service and starts again, as `compose restart` does. */
  async restart(service: string): Promise<void> {
    const { stopSeconds } = this.find(service);
    await this.#run(['restart', '--time', String(stopSeconds), this.#container(service)]);
    await this.#waitUntilHealthy(this.find(service));
  }

  /** Runs a command in the container of a service. */
  exec(service: string, command: readonly string[], environment = {}): Promise<string> {
    const variables = Object.entries(environment).flatMap(([key, value]) => [
      ...['--env', `${key}=${String(value)}`],
    ]);
    return this.#run(['exec', ...variables, this.#container(service), ...command]);
  }

  /** The last lines of a service. */
  readLog(service: string, lines = logLines): Promise<string> {
    return this.#options.engine.readLog(this.#container(service), lines);
  }

  /** Removes everything that has this project's name, also what an earlier run has left. */
  async down(): Promise<void> {
    const { engine, file, name } = this.#options;
    const listed = ['ps', '--all', '--quiet', '--filter', `label=tollgate.project=${name}`];
    // A create that was interrupted can finish after the first look.
    for (let round = 0; round < 3; round += 1) {
      const ids = (await engine.run(listed)).split('\n').filter((id) => id !== '');
      if (ids.length === 0) break;
      // Without the wait for an orderly stop.
      await engine.succeeds(['kill', ...ids]);
      await engine.succeeds(['rm', '--force', '--volumes', ...ids]);
    }
    for (const volume of file.volumes) {
      await engine.succeeds(['volume', 'rm', '--force', `${name}_${volume}`]);
    }
    for (const network of file.networks) {
      await engine.succeeds(['network', 'rm', `${name}_${network.name}`]);
    }
  }

  #run(command: readonly string[]): Promise<string> {
    const { engine, signal } = this.#options;
    return engine.run(command, { signal, timeoutMs: commandTimeoutMs });
  }

  find(name: string): ComposeService {
    const found = this.services.find((service) => service.name === name);
    if (found === undefined) throw new Error(`the compose file has no service ${name}`);
    return found;
  }

  #container(service: string): string {
    return `${this.#options.name}_${service}`;
  }

  async #createNetwork({ isInternal, name }: ComposeNetwork): Promise<void> {
    const { addresses, name: project } = this.#options;
    const flags = [...(isInternal ? ['--internal'] : []), '--subnet', addresses.ranges[name] ?? ''];
    await this.#run(['network', 'create', ...flags, `${project}_${name}`]);
  }

  async #startAll(): Promise<void> {
    const started = await Promise.allSettled(this.services.map((service) => this.#start(service)));
    const failed = started.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  #start(service: ComposeService): Promise<void> {
    const known = this.#starting.get(service.name);
    if (known !== undefined) return known;
    const starting = this.#startAfterNeeds(service);
    this.#starting.set(service.name, starting);
    return starting;
  }

  async #startAfterNeeds(service: ComposeService): Promise<void> {
    await Promise.all(service.needs.map((need) => this.#start(this.find(need))));
    const startedMs = performance.now();
    const { addresses, engine, images, name: project, onHealthy } = this.#options;
    const { name } = service;
    const [first = '', ...others] = service.networks;
    const given = makeCreateArguments(service, {
      engine: engine.name,
      project,
      image: images[name] ?? '',
      address: addresses.of(name, first),
      hosts: Object.fromEntries(
        this.services.map((one) => [one.name, addresses.of(one.name, one.networks[0] ?? '')]),
      ),
    });
    await this.#run(['create', ...given]);
    for (const network of others) {
      const place = ['--ip', addresses.of(name, network), `${project}_${network}`];
      await this.#run(['network', 'connect', ...place, this.#container(name)]);
    }
    await this.#run(['start', this.#container(name)]);
    await this.#waitUntilHealthy(service);
    onHealthy?.(name, (performance.now() - startedMs) / 1_000);
  }

  async #waitUntilHealthy({ healthCommand, name }: ComposeService): Promise<void> {
    const { engine, signal } = this.#options;
    const deadlineMs = Date.now() + healthyTimeoutMs;
    const check = ['exec', this.#container(name), ...healthCommand];
    while (!(await engine.succeeds(check, { signal, timeoutMs: commandTimeoutMs }))) {
      signal.throwIfAborted();
      if (Date.now() > deadlineMs) {
        throw new Error(`${name} did not become healthy:\n${await this.readLog(name)}`);
      }
      await sleep(healthPauseMs);
    }
  }
}
