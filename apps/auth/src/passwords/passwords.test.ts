import { createGate, createPasswordHasher } from './password-hasher';

describe('a password hash', () => {
  const passwords = createPasswordHasher(15);

  it('is verified by the same password only, and differs each time', async () => {
    const stored = await passwords.hash('correct horse');
    expect(stored).toMatch(/^scrypt\$32768\$8\$1\$/);
    expect(await passwords.hash('correct horse')).not.toBe(stored);
    expect(await passwords.verify('correct horse', stored)).toBe(true);
    expect(await passwords.verify('correct horse ', stored)).toBe(false);
  });

  it('accepts composed and decomposed characters as the same password', async () => {
    const stored = await passwords.hash('caf\u00e9 au lait');
    expect(await passwords.verify('cafe\u0301 au lait', stored)).toBe(true);
  });

  it('takes as long for an account that does not exist', async () => {
    const stored = await passwords.hash('correct horse');
    const time = async (hash: string | undefined): Promise<number> => {
      const startedAt = performance.now();
      expect(await passwords.verify('wrong horse', hash)).toBe(false);
      return performance.now() - startedAt;
    };
    const unknownMs: number[] = [];
    const knownMs: number[] = [];
    // The shortest of some: a busy machine can only add to the time.
    for (let round = 0; round < 5; round++) {
      unknownMs.push(await time(undefined));
      knownMs.push(await time(stored));
    }
    expect(Math.min(...unknownMs)).toBeGreaterThan(Math.min(...knownMs) / 4);
  });
});

describe('a password hash of another cost', () => {
  it('is verified with the cost that it was made with', async () => {
    const stored = await createPasswordHasher(10).hash('correct horse');
    expect(stored).toMatch(/^scrypt\$1024\$8\$1\$/);
    const raised = createPasswordHasher(17);
    expect(await raised.verify('correct horse', stored)).toBe(true);
    expect(await raised.verify('correct horse', await raised.hash('correct horse'))).toBe(true);
  });
});

describe('the gate', () => {
  it('runs two at once, lets one wait, and refuses the next', async () => {
    const gate = createGate({ parallelMax: 2, waitingMax: 1 });
    let running = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const work = (): Promise<void> =>
      gate(async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => finish.push(resolve));
        running--;
      });
    const all = [work(), work(), work()];
    await expect(work()).rejects.toMatchObject({ reason: 'overloaded' });
    while (finish.length > 0) {
      finish.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    expect(most).toBe(2);
  });

  it('gives the place of a failed one on', async () => {
    const gate = createGate({ parallelMax: 1, waitingMax: 1 });
    await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(gate(async () => 'next')).resolves.toBe('next');
  });
});
