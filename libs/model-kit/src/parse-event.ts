import { BadUpstreamEventError } from '@tollgate/model-spec';
import { isFields, type Fields } from './fields';

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
