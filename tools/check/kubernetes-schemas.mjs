// Makes the JSON schemas of Kubernetes objects from its OpenAPI document. The document comes from
// the Go module of Kubernetes, which the Go tools fetch and keep.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const kubernetesVersion = '1.34.1';

const downloadTimeoutMs = 120_000;
const kinds = {
  ConfigMap: 'core.v1',
  Deployment: 'apps.v1',
  HorizontalPodAutoscaler: 'autoscaling.v2',
  Ingress: 'networking.v1',
  Job: 'batch.v1',
  NetworkPolicy: 'networking.v1',
  PodDisruptionBudget: 'policy.v1',
  Service: 'core.v1',
  StatefulSet: 'apps.v1',
};

/** The folder with one schema per kind; undefined when the document cannot be had. */
export function provideSchemas(parent) {
  const folder = join(parent, `kubernetes-${kubernetesVersion}`);
  if (existsSync(folder)) return folder;
  const document = readDocument();
  if (document === undefined) return undefined;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const [kind, group] of Object.entries(kinds)) {
    const schema = makeSchema(document, kind, group);
    writeFileSync(join(unfinished, `${kind.toLowerCase()}.json`), JSON.stringify(schema));
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return folder;
}

function readDocument() {
  try {
    const given = ['mod', 'download', '-json', `k8s.io/kubernetes@v${kubernetesVersion}`];
    const stdio = ['ignore', 'pipe', 'ignore'];
    const options = { encoding: 'utf8', stdio, timeout: downloadTimeoutMs };
    const { Dir: folder } = JSON.parse(execFileSync('go', given, options));
    return JSON.parse(readFileSync(join(folder, 'api', 'openapi-spec', 'swagger.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function makeSchema({ definitions }, kind, group) {
  const [{ group: apiGroup, version }] =
    definitions[`io.k8s.api.${group}.${kind}`]['x-kubernetes-group-version-kind'];
  const all = Object.fromEntries(
    Object.entries(definitions)
      .filter(([name]) => !name.includes('apiextensions'))
      .map(([name, definition]) => [name, tighten(definition)]),
  );
  // The document says text, and everyone writes numbers as well.
  all['io.k8s.apimachinery.pkg.api.resource.Quantity'] = { type: ['string', 'number'] };
  const schema = structuredClone(all[`io.k8s.api.${group}.${kind}`]);
  schema.properties.apiVersion = { enum: [apiGroup ? `${apiGroup}/${version}` : version] };
  schema.required = [...new Set([...(schema.required ?? []), 'apiVersion', 'kind', 'metadata'])];
  return { ...schema, definitions: all };
}

/** The same without remarks; an object with properties has no others. */
function tighten(node) {
  if (Array.isArray(node)) return node.map(tighten);
  if (typeof node !== 'object' || node === null) return node;
  if (node.format === 'int-or-string') return { type: ['string', 'integer'] };
  const isRemark = (name, value) =>
    name.startsWith('x-kubernetes') ||
    (['format', 'description'].includes(name) && typeof value === 'string');
  const kept = Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => !isRemark(name, value))
      .map(([name, value]) => [name, tighten(value)]),
  );
  // A property may itself be called `properties`; only a schema has a type or a description.
  const isSchema = node.type === 'object' || typeof node.description === 'string';
  const isClosed = isSchema && kept.properties !== undefined;
  return isClosed ? { additionalProperties: false, ...kept } : kept;
}
