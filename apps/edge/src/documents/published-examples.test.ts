import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
}
interface Content {
  readonly content?: Readonly<Record<string, MediaType>>;
}
interface PublishedOperation {
  readonly parameters?: readonly (MediaType & { readonly name: string })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const text = readFileSync(join(import.meta.dirname, '..', '..', 'assets', 'openapi.json'), 'utf8');
const document = JSON.parse(text) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PublishedOperation>>>>;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(document, 'api');

/** The media types of one operation, each with a name for the messages. */
function listMedia(operation: PublishedOperation): readonly (readonly [string, MediaType])[] {
  const { parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => status !== 'default');
  return [
    ...parameters.map((parameter) => [parameter.name, parameter] as const),
    ...Object.entries(requestBody?.content ?? {}),
    ...answers.flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, media]) => [`${status} ${type}`, media] as const),
    ),
  ];
}

function findFaults({ example, schema }: MediaType): readonly string[] {
  if (example === undefined) return [];
  // References point into the document.
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"api#/');
  const validate = ajv.compile(JSON.parse(absolute) as object);
  if (validate(example)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath} ${message ?? ''}`,
  );
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);

describe('the published examples', () => {
  it.each(operations)('of %s fit their schemas', (_, operation) => {
    const faults = listMedia(operation).flatMap(([name, media]) =>
      findFaults(media).map((fault) => `${name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it.each(operations)('of %s cover every JSON body', (_, operation) => {
    const isJson = ([name]: readonly [string, MediaType]) => name.endsWith('application/json');
    const missing = listMedia(operation)
      .filter((media) => isJson(media) && media[1].example === undefined)
      .map(([name]) => name);
    expect(missing).toEqual([]);
  });

  it('are judged: a wrong type and a missing field are found', () => {
    const [, operation] = operations.find(([key]) => key === 'GET /v1/credits') ?? [];
    const media = operation?.responses['200']?.content?.['application/json'];
    if (media === undefined) throw new Error('GET /v1/credits is not described');
    expect(findFaults({ ...media, example: {} })).toHaveLength(1);
    expect(findFaults({ ...media, example: { data: { total_credits: '1' } } })).not.toEqual([]);
  });

  it('show no address of the machine that made them', () => {
    expect(text).not.toMatch(/127\.0\.0\.1|localhost/);
  });
});
