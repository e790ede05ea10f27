import { existsSync, readFileSync } from 'node:fs';
import { waitUntil } from '@tollgate/embedded';

const openTimeoutMs = 5_000;
const listening = /Debugger listening on (ws:\/\/\S+)/g;

/** The debugger of a running process. */
export interface Inspector {
  readonly send: (method: string, parameters?: object) => Promise<Readonly<Answer>>;
  readonly close: () => void;
}

type Answer = Record<string, unknown>;

/** Opens the inspector of a running process, which says in its log where it listens. */
export async function openInspector(pid: number, logFile: string): Promise<Inspector> {
  process.kill(pid, 'SIGUSR1');
  let url: string | undefined;
  await waitUntil(
    () => {
      const text = existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
      url = [...text.matchAll(listening)].at(-1)?.[1];
      return url !== undefined;
    },
    { timeoutMs: openTimeoutMs },
  );
  const socket = new WebSocket(url ?? '');
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no inspector at ${url}`));
  });
  return { send: createSender(socket), close: () => socket.close() };
}

/** Bytes that a process really holds: objects and the buffers behind them, without garbage. */
export async function readHeldBytes({ send }: Inspector): Promise<number> {
  await send('HeapProfiler.collectGarbage');
  const usage = await send('Runtime.getHeapUsage');
  return ['usedSize', 'embedderHeapUsedSize', 'backingStorageSize']
    .map((name) => Number(usage[name] ?? 0))
    .reduce((sum, bytes) => sum + bytes, 0);
}

function createSender(socket: WebSocket): Inspector['send'] {
  const waiting = new Map<number, (result: Answer) => void>();
  let next = 0;
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: object };
    waiting.get(id ?? -1)?.({ ...result });
    waiting.delete(id ?? -1);
  };
  return (method, params = {}) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
}
