import { readCpuSeconds } from './process-cpu';

/** CPU microseconds per call, by process. */
export type ProcessCosts = Readonly<Record<string, number>>;

/** Stand-ins for providers: no part of the gateway. */
const notCounted = new Set(['simulator']);
const microsPerSecond = 1_000_000;

/** Runs a load and divides the CPU time that each process used by the calls that were answered. */
export async function measureCosts<Result extends { readonly answered: number }>(
  pids: Readonly<Record<string, number>>,
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly costs: ProcessCosts }> {
  const processes = nameProcesses(pids);
  const before = processes.map(({ pid }) => readCpuSeconds(pid));
  const result = await run();
  const costs = processes.map(({ name, pid }, index) => {
    const seconds = readCpuSeconds(pid) - (before[index] ?? 0);
    return [name, (seconds * microsPerSecond) / result.answered] as const;
  });
  return { result, costs: Object.fromEntries(costs) };
}

/** Services that share a process are one entry, such as `relay+edge`. */
export function nameProcesses(
  pids: Readonly<Record<string, number>>,
): readonly { readonly name: string; readonly pid: number }[] {
  const names = new Map<number, string[]>();
  for (const [name, pid] of Object.entries(pids)) {
    if (!notCounted.has(name)) names.set(pid, [...(names.get(pid) ?? []), name]);
  }
  return [...names].map(([pid, shared]) => ({ name: shared.join('+'), pid }));
}

export function sumCosts(costs: ProcessCosts): number {
  return Object.values(costs).reduce((sum, micros) => sum + micros, 0);
}
