import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { ApiAnswer, Json } from './api-call';
import type { Gateway } from './gateway';

/** What /openapi.json shows for one operation. */
export interface PublishedExample {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By status, those that are JSON. */
  readonly answers: Readonly<Record<string, Json>>;
}

/** The published description of the API, and answers judged by it. */
export interface ApiDocument {
  readonly document: Json;
  /** As `POST /v1/keys/{id}`. */
  readonly operations: readonly string[];
  readonly getExample: (operation: string) => PublishedExample;
  /** What is wrong with an answer; empty: it is as described. */
  readonly findFaults: (operation: string, answer: ApiAnswer) => readonly string[];
}

export async function readApiDocument(gateway: Gateway): Promise<ApiDocument> {
  const { json: document } = await gateway.call('/openapi.json');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(closeObjects(document) as object, 'api');
  const validators = new Map<string, ValidateFunction>();

  function getValidator(pointer: string): ValidateFunction {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, known);
    return known;
  }

  const operations = Object.entries(document.paths as Record<string, object>).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return {
    document,
    operations,
    getExample: (operation) => readExample(document, operation),
    findFaults: (operation, answer) => {
      const [method = '', path = ''] = operation.split(' ');
      const { responses } = document.paths[path][method.toLowerCase()];
      const described = responses[answer.status];
      if (described === undefined) return [`status ${answer.status} is not described`];
      const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
      if (described.content === undefined) return answer.text === '' ? [] : ['has a body'];
      // What providers make has types of a kind: `image/*`, `audio/*`.
      const range = type.replace(/\/.*$/, '/*');
      if (described.content[range] !== undefined) return [];
      if (described.content[type] === undefined) return [`type ${type} is not described`];
      if (type !== 'application/json') return [];
      const steps = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)];
      const pointer = [...steps, 'content', type, 'schema'].map(escapeStep).join('/');
      const validate = getValidator(`/${pointer}`);
      if (validate(answer.json)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
      );
    },
  };
}

function readExample(document: Json, operation: string): PublishedExample {
  const [method = '', path = ''] = operation.split(' ');
  const { parameters = [], requestBody, responses } = document.paths[path][method.toLowerCase()];
  const json = 'application/json';
  const shown = (parameters as Json[]).filter(({ example }) => example !== undefined);
  return {
    request: requestBody?.content[json]?.example,
    form: requestBody?.content['multipart/form-data']?.example,
    query: Object.fromEntries(shown.map(({ example, name }) => [name, example])),
    answers: Object.fromEntries(
      Object.entries(responses as Record<string, Json>).map(([status, { content }]) => [
        status,
        content?.[json]?.example,
      ]),
    ),
  };
}

/** JSON pointers in a fragment: `~` and `/` are escaped, and braces are no part of a URI. */
function escapeStep(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Clients must bear fields that they do not know; this suite must not, or none would be found. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const closed = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, closeObjects(inner)]),
  );
  const isOpen = closed['type'] === 'object' && 'properties' in closed;
  return isOpen ? { additionalProperties: false, ...closed } : closed;
}
