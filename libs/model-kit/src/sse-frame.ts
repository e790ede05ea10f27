export const keepAliveComment = ': keep-alive\n\n';

/** A frame without a name, as Chat streams have them. */
export function formatData(data: string): string {
  return `data: ${data}\n\n`;
}

/** A frame with its name repeated as the `type` of its data. */
export function formatEvent(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}
