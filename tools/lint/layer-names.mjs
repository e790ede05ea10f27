// In a service with one folder per resource the name of a file says its layer, and
// this rule keeps imports pointing inwards (docs/adr/0022-services-by-resource.md).
import { basename, dirname, join, relative, sep } from 'node:path';

/** Services with one folder per resource; layer-zones.mjs is for the others. */
export const appsByResource = ['orgs', 'auth', 'billing'];

const entryName = new RegExp(
  '\\.(route|operations|http|job|consumer)$|-(service|fields|bodies|answers)$|' +
    '^(render|describe|encode|decode)-',
);
const adapterName = /-(store|reader|rows|statements|database|client|hasher)$|^redis-/;
const verbs = new Set(
  `accept accrue add apply assert authenticate book cancel change check choose close count
   create decide delete disable do end expire filter find finish get grant invalidate issue
   lift list load log make manage note open post probe purge quote read refund remove request
   require reset reverse revoke rotate send set settle sign simulate store suspend take test
   unsuspend update verify view watch`.split(/\s+/),
);

/** What each layer may import. */
const allowedLayers = {
  domain: ['domain'],
  'use case': ['domain', 'use case'],
  adapter: ['domain', 'use case', 'adapter'],
  entry: ['domain', 'use case', 'entry'],
  composition: ['domain', 'use case', 'adapter', 'entry', 'composition'],
};

/** The layer of a file, by its path below `src`; a name that says nothing else is domain. */
export function nameLayer(path) {
  const folder = path.includes(sep) ? path.split(sep)[0] : undefined;
  const name = basename(path, '.ts');
  if (folder === undefined || name === 'module') return 'composition';
  if (folder === 'payments' || adapterName.test(name)) return 'adapter';
  if (entryName.test(name)) return 'entry';
  const [first, ...others] = name.split('-');
  const isUseCase = /(^|-)ports$/.test(name) || (verbs.has(first) && others.length > 0);
  return isUseCase ? 'use case' : 'domain';
}

function findFault(source, importer, specifier) {
  const from = relative(source, importer);
  const to = relative(source, join(dirname(importer), specifier));
  if (to.startsWith('..')) return undefined;
  const [own, other] = [nameLayer(from), nameLayer(to)];
  if (allowedLayers[own].includes(other)) return undefined;
  return `${basename(from)} is ${own} by its name and may not import ${basename(to)} (${other}); hand it in from module.ts.`;
}

function createRule(workspaceRoot) {
  const sources = appsByResource.map((app) => join(workspaceRoot, 'apps', app, 'src'));
  return {
    meta: { type: 'problem', schema: [] },
    create(context) {
      const source = sources.find((path) => context.filename.startsWith(path + sep));
      if (source === undefined) return {};
      const check = (node) => {
        const specifier = node.source?.value;
        if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
        const message = findFault(source, context.filename, specifier);
        if (message !== undefined) context.report({ node, message });
      };
      return {
        ImportDeclaration: check,
        ExportNamedDeclaration: check,
        ExportAllDeclaration: check,
      };
    },
  };
}

/** An ESLint plugin with the one rule `names`. */
export function layerPlugin(workspaceRoot) {
  return { rules: { names: createRule(workspaceRoot) } };
}
