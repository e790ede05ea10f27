import { BadUpstreamEventError } from '@tollgate/model-spec';
import { isFields, type Fields } from './fields';

export const keepAliveComment = ': keep-alive\n\n';

/** A frame without a name, as Chat streams have them. */
export function formatData(data: string): string {
  return `data: ${data}\n\n`;
}

/** A frame with its name repeated as the `type` of its data. */
export function formatEvent(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

/** The object in an event's data. Raises BadUpstreamEventError. */
export function parseEvent(data: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new BadUpstreamEventError('the upstream sent an event that is not JSON', { cause });
  }
  if (isFields(value)) return value;
  throw new BadUpstreamEventError('the upstream sent an event that is not an object');
}
