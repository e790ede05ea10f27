// The description of the public API, as apps/edge/assets/openapi.json.
import { globSync, readFileSync } from 'node:fs';

const description = `One API in front of many model providers, with prepaid billing.

Every path under \`/v1\` is also served under \`/api/v1\`. Failures have one envelope; their codes
are listed at [/docs/errors](/docs/errors). Clients must ignore fields they do not know: answers may
gain some without notice.`;

export function renderOpenApi({ buildDocument, describeRouteFacts, operations, routeTable }) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const document = buildDocument({
    title: 'Tollgate',
    version,
    description,
    operations,
    facts: describeRouteFacts(routeTable),
    examples: readExamples(),
    fields: JSON.parse(readFileSync('apps/relay/src/routes/request-fields.json', 'utf8')),
  });
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** `*.examples.json` beside the operations: by operation, its request and its answers. */
function readExamples() {
  const files = globSync('apps/*/src/*/*.examples.json').sort();
  const entries = files.flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
  const keys = entries.map(([key]) => key);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  if (twice.length > 0) throw new Error(`two examples of ${twice.join(', ')}`);
  return Object.fromEntries(entries);
}
