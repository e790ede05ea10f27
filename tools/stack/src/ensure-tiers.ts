import type { ApiClient } from './api-client';
import { freeSimulatorModel } from './simulator-models';

type Headers = Readonly<Record<string, string>>;

const modelsOfTable: Readonly<Record<string, object>> = {
  paid: { primary: 'simulator/chat', fallbacks: ['simulator/claude', 'simulator/gemini'] },
  free: { primary: freeSimulatorModel, fallbacks: [] },
};

/** Fills the tables of the router once; what an operator has chosen or taken away stays so. */
export async function ensureTiers(call: ApiClient, headers: Headers): Promise<void> {
  const path = '/api/admin/auto-tiers';
  const { body } = await call({ method: 'GET', path, headers });
  const rows = Array.isArray(body['items']) ? (body['items'] as Record<string, unknown>[]) : [];
  const empty = rows.filter((row) => row['primary'] === null);
  if (empty.some((row) => row['table'] === 'free')) {
    const free = `/api/admin/free-tiers/${encodeURIComponent(freeSimulatorModel)}`;
    await call({ method: 'PUT', path: free, headers, body: {} });
  }
  for (const row of empty) {
    const table = String(row['table']);
    const place = `${path}/${table}/${String(row['tier'])}`;
    await call({ method: 'PUT', path: place, headers, body: { ...modelsOfTable[table] } });
  }
}
