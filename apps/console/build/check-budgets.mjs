import { gzipSync } from 'node:zlib';

const kilobyte = 1000;
/** Gzipped kilobytes of what a browser loads. */
const budgets = { signIn: 130, home: 220, page: 60, css: 20 };

/**
 * Fails the build when a page would load more than its budget: the sign-in page, the first page
 * after it, and what any other page adds to that.
 */
export function checkBudgets() {
  return {
    name: 'check-budgets',
    generateBundle(_options, bundle) {
      const overruns = findOverruns(Object.values(bundle));
      if (overruns.length > 0) this.error(`over the size budget: ${overruns.join('; ')}`);
    },
  };
}

function findOverruns(files) {
  const chunks = new Map(files.filter(({ type }) => type === 'chunk').map((c) => [c.fileName, c]));
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  const texts = [...chunks.values()].filter(({ name }) => name === 'en');
  const start = collect(chunks, [entry, ...texts]);
  const pages = [...chunks.values()].filter(({ facadeModuleId }) =>
    /\/pages\/.*-page\.tsx$/.test(facadeModuleId ?? ''),
  );
  const findPage = (name) => pages.find(({ facadeModuleId }) => facadeModuleId.endsWith(name));
  const css = files.filter(({ fileName }) => fileName.endsWith('.css'));
  const measured = [
    ['the sign-in page', budgets.signIn, withPage(chunks, start, findPage('/sign-in-page.tsx'))],
    ['the home page', budgets.home, withPage(chunks, start, findPage('/home-page.tsx'))],
    ['the style sheets', budgets.css, sum(css.map(({ source }) => source))],
    ...pages.map((page) => {
      const added = [...collect(chunks, [page])].filter((chunk) => !start.has(chunk));
      return [page.fileName, budgets.page, sum(added.map(({ code }) => code))];
    }),
  ];
  return measured
    .filter(([, budget, bytes]) => bytes > budget * kilobyte)
    .map(([what, budget, bytes]) => `${what} has ${(bytes / kilobyte).toFixed(1)} of ${budget} kB`);
}

function withPage(chunks, start, page) {
  return sum([...collect(chunks, [...start, page])].map(({ code }) => code));
}

/** Chunks and everything that they import at once. */
function collect(chunks, first) {
  const found = new Set();
  const add = (chunk) => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  for (const chunk of first) add(chunk);
  return found;
}

function sum(texts) {
  return texts.reduce((bytes, text) => bytes + gzipSync(text).length, 0);
}
