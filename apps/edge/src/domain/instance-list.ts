import { hashText, type Choosable } from './choose-instance';

/** One process of a service. */
export class Instance implements Choosable {
  readonly url: string;
  readonly seed: number;
  isUp = true;
  active = 0;

  constructor(url: string) {
    this.url = url;
    this.seed = hashText(url);
  }
}

/** The instances of one service as they are known now. */
export class InstanceList {
  readonly owner: string;
  /** The name in the certificates, where instances are reached by number; undefined: the host. */
  readonly serverName: string | undefined;
  #all: readonly Instance[] = [];

  constructor(owner: string, urls: readonly string[], serverName?: string) {
    this.owner = owner;
    this.serverName = serverName;
    this.replace(urls);
  }

  get all(): readonly Instance[] {
    return this.#all;
  }

  /** Instances that stay keep what is known of them. Those that go finish their requests. */
  replace(urls: readonly string[]): void {
    const known = new Map(this.#all.map((instance) => [instance.url, instance]));
    this.#all = urls.map((url) => known.get(url) ?? new Instance(url));
  }
}
