/** By this a job is known: the model and the operation. */
const operationName = /^models\/[\w.-]{1,200}\/operations\/[\w-]{1,200}$/;

export function isOperationName(value: unknown): value is string {
  return typeof value === 'string' && operationName.test(value);
}
