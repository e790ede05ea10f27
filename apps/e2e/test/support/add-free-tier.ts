import type { Gateway } from './gateway';

/** Makes a model free for everybody; in force within two seconds. */
export async function addFreeTier(
  gateway: Gateway,
  model: string,
  quota: Readonly<Record<string, unknown>>,
): Promise<void> {
  const path = `/api/admin/free-tiers/${encodeURIComponent(model)}`;
  await gateway.operate(path, { method: 'PUT', body: quota });
}
