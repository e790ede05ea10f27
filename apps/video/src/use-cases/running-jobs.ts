/** Submits under way in this process: they are not abandoned, however long they take. */
export class RunningJobs {
  readonly #ulids = new Set<string>();

  has(ulid: string): boolean {
    return this.#ulids.has(ulid);
  }

  async during<T>(ulid: string, run: () => Promise<T>): Promise<T> {
    this.#ulids.add(ulid);
    try {
      return await run();
    } finally {
      this.#ulids.delete(ulid);
    }
  }
}
