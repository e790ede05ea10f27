import { join } from 'node:path';

const signInModules = ['src/main.tsx', 'src/pages/sign-in/sign-in-page.tsx'];

/**
 * Two files, because browsers ask for few files at once: what the sign-in page loads, which every
 * page needs, and what most other pages share besides.
 */
export function splitChunks(root) {
  const first = signInModules.map((file) => join(root, file));
  let signIn;
  const nameStart = (id, context) => {
    signIn ??= collectImports(first, (each) => context.getModuleInfo(each));
    return signIn.has(id) && !first.includes(id) ? 'start' : null;
  };
  return [
    { name: nameStart, debugName: 'start', priority: 1 },
    { name: 'shared', minShareCount: 6 },
  ];
}

/** Modules and everything that they import at once. */
function collectImports(first, getModuleInfo) {
  const found = new Set();
  const add = (id) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  for (const id of first) add(id);
  return found;
}
