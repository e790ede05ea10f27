import { AppError } from '@tollgate/errors';
import { asFieldList, asFields, isFields } from '@tollgate/model-kit';

/** A cheap check first. Escapes can spell any name, so any escape leads to the full check. */
const storedWords = /file_id|container|\\u00/;
/** References to files at a provider: they would be looked up with the gateway's key. */
const storedNames = new Set(['file_id', 'file_ids', 'container_id']);
/** Arguments and schemas of tools belong to the caller; citations only quote. */
const foreignNames = new Set([
  ...['input', 'arguments', 'tool_calls', 'parameters', 'input_schema'],
  ...['function', 'custom', 'annotations', 'citations'],
]);
const depthMax = 12;

/**
 * Refuses references to files and containers at a provider: they belong to the gateway's account,
 * which all callers share. Raises: unsupported_param.
 */
export function checkStored(request: {
  readonly body: Readonly<Record<string, unknown>>;
  readonly bodyText: string;
}): void {
  const { body, bodyText } = request;
  if (!storedWords.test(bodyText)) return;
  for (const field of ['messages', 'input', 'system', 'tools']) visit(body[field], field, 0);
  checkContainer(body['container'], 'container');
  asFieldList(body['tools']).forEach(({ container }, index) =>
    checkContainer(container, `tools.${index}.container`),
  );
}

/** A container may be described, but not referenced. */
function checkContainer(container: unknown, param: string): void {
  if (typeof container === 'string') throw makeFault(param);
  if (asFields(container)['id'] != null) throw makeFault(`${param}.id`);
}

function visit(value: unknown, path: string, depth: number): void {
  if (depth > depthMax) return;
  if (Array.isArray(value)) {
    value.forEach((member, index) => visit(member, `${path}.${index}`, depth + 1));
    return;
  }
  if (!isFields(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const place = `${path}.${name}`;
    if (storedNames.has(name) && !isEmpty(member)) throw makeFault(place);
    if (!foreignNames.has(name)) visit(member, place, depth + 1);
  }
}

function isEmpty(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0);
}

function makeFault(param: string): AppError {
  return new AppError('unsupported_param', {
    message: `${param} is not supported: nothing is kept between calls. Send the content itself.`,
    param,
  });
}
