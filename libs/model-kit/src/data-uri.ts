export interface DataUri {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

const head = /^data:([^;,]*)((?:;[^;,]*)*),/i;

/** Undefined for anything but a base64 `data:` URI. */
export function parseDataUri(url: string): DataUri | undefined {
  const found = head.exec(url.slice(0, 256));
  if (found === null || !/;base64$/i.test(found[2] ?? '')) return undefined;
  return { mediaType: (found[1] ?? '').toLowerCase(), data: url.slice(found[0].length) };
}

export function formatDataUri({ data, mediaType }: DataUri): string {
  return `data:${mediaType};base64,${data}`;
}
