const route = /\bpath: '([^']+)'.*?\bimport\('\.\.\/([^']+)'\)/gs;
/** Parts of these pages have a path each, and one module together. */
const parts = /^\/(operator|orgs\/\{orgId\})\/[\w-]+$/;

/** The module of each page, by its path, as the router of the console names it. */
export function readPageModules(routerSource, paths) {
  const named = new Map(
    [...routerSource.matchAll(route)].map(([, path, module]) => [
      path.replaceAll(/\$(\w+)/g, '{$1}'),
      `src/${module}.tsx`,
    ]),
  );
  return new Map(
    paths.map((path) => {
      const module = named.get(path) ?? named.get(path.replace(parts, '/$1/{section}'));
      if (module === undefined) throw new Error(`the router has no page for ${path}`);
      return [path, module];
    }),
  );
}

/** The key of the texts of a language in Vite's manifest. */
export function findTexts(manifest, language) {
  const found = Object.keys(manifest).find((key) => manifest[key].name === language);
  if (found === undefined) throw new Error(`the build has no texts for ${language}`);
  return found;
}

/** The files of modules of Vite's manifest and of everything that they import at once. */
export function listScripts(manifest, modules) {
  const files = new Set();
  const add = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build has no ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const key of modules) add(key);
  return [...files];
}
