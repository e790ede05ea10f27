/** The API reads so many at once. */
const idsMax = 100;

/**
 * Reads the names of all ids that are asked for in one turn together. Null: the id has no name.
 * A read that fails rejects for its ids alone.
 */
export function batchNames<Name>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Name>>,
): (id: string) => Promise<Name | null> {
  let waiting = new Map<string, PromiseWithResolvers<Name | null>>();

  async function send(batch: ReadonlyMap<string, PromiseWithResolvers<Name | null>>) {
    try {
      const names = await read([...batch.keys()]);
      for (const [id, { resolve }] of batch) resolve(names.get(id) ?? null);
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  function flush(): void {
    const entries = [...waiting];
    waiting = new Map();
    for (let start = 0; start < entries.length; start += idsMax) {
      void send(new Map(entries.slice(start, start + idsMax)));
    }
  }

  return (id) => {
    if (waiting.size === 0) setTimeout(flush, 0);
    const asked = waiting.get(id) ?? Promise.withResolvers<Name | null>();
    waiting.set(id, asked);
    return asked.promise;
  };
}
