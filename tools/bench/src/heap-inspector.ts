import { existsSync, readFileSync } from 'node:fs';
import { waitUntil } from '@tollgate/embedded';

const openTimeoutMs = 5_000;
const listening = /Debugger listening on (ws:\/\/\S+)/g;

/** A debugger that knows two commands: collect all garbage, and tell what is left. */
export interface HeapInspector {
  /** Bytes that a process really holds: objects and the buffers behind them. */
  readonly readHeldBytes: () => Promise<number>;
  readonly close: () => void;
}

/** Opens the inspector of a running process, which says in its log where it listens. */
export async function openHeapInspector(pid: number, logFile: string): Promise<HeapInspector> {
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
  const send = createSender(socket);
  return {
    readHeldBytes: async () => {
      await send('HeapProfiler.collectGarbage');
      const usage = await send('Runtime.getHeapUsage');
      return ['usedSize', 'embedderHeapUsedSize', 'backingStorageSize']
        .map((name) => Number(usage[name] ?? 0))
        .reduce((sum, bytes) => sum + bytes, 0);
    },
    close: () => socket.close(),
  };
}

type Send = (method: string) => Promise<Readonly<Record<string, unknown>>>;

function createSender(socket: WebSocket): Send {
  const waiting = new Map<number, (result: Record<string, unknown>) => void>();
  let next = 0;
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: object };
    waiting.get(id ?? -1)?.({ ...result });
  };
  return (method) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
}
