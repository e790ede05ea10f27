/** Clients of other services, with one `close` for all of them. */
export type Connected<Clients> = Clients & { close(): void };

export function closeTogether<Clients extends Readonly<Record<string, { close(): void }>>>(
  clients: Clients,
): Connected<Clients> {
  return { ...clients, close: () => Object.values(clients).forEach((client) => client.close()) };
}
