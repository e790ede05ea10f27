import { gzipSync } from 'node:zlib';

const kilobyte = 1000;
/** Gzipped kilobytes of what a browser loads. */
const budgets = { signIn: 124, home: 220, page: 60, section: 40, palette: 15, texts: 45, css: 20 };

/**
 * Fails the build when a page would load more than its budget: the sign-in page, the first page
 * after it, what any other page or section adds to that, the command palette and the texts of
 * another language.
 */
export function checkBudgets() {
  return {
    name: 'check-budgets',
    generateBundle(_options, bundle) {
      const overruns = measureBundle(Object.values(bundle))
        .filter(({ budget, bytes }) => bytes > budget * kilobyte)
        .map(({ budget, bytes, what }) => {
          return `${what} has ${(bytes / kilobyte).toFixed(1)} of ${budget} kB`;
        });
      if (overruns.length > 0) this.error(`over the size budget: ${overruns.join('; ')}`);
    },
  };
}

/** What a browser loads for each page and part, in gzipped bytes. */
export function measureBundle(files) {
  const all = files.filter(({ type }) => type === 'chunk');
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const list = (pattern) => all.filter(({ facadeModuleId }) => pattern.test(facadeModuleId ?? ''));
  const find = (pattern) => {
    const [found] = list(pattern);
    if (found === undefined) throw new Error(`no chunk of ${pattern} is in the bundle`);
    return found;
  };
  const texts = (language) => all.filter(({ name }) => name === language);
  const start = collect(chunks, [all.find(({ isEntry }) => isEntry), ...texts('en')]);
  // Every page but those of the sign-in has the navigation around it.
  const frame = collect(chunks, [...start, find(/\/app\/shell\.tsx$/)]);
  const css = files.filter(({ fileName }) => fileName.endsWith('.css'));
  const withPage = (before, page) => measure(collect(chunks, [...before, page]));
  const line = (what, budget, bytes) => ({ what, budget, bytes });
  return [
    line('the sign-in page', budgets.signIn, withPage(start, find(/\/sign-in-page\.tsx$/))),
    line('the home page', budgets.home, withPage(frame, find(/\/home-page\.tsx$/))),
    line('the style sheets', budgets.css, sum(css.map(({ source }) => source))),
    line(
      'the command palette',
      budgets.palette,
      measureAdded(chunks, frame, find(/\/command-palette\.tsx$/)),
    ),
    ...texts('de').map((chunk) => line('the German texts', budgets.texts, measure([chunk]))),
    ...list(/\/pages\/.*-page\.tsx$/).map((page) =>
      line(page.fileName, budgets.page, measureAdded(chunks, frame, page)),
    ),
    ...list(/\/pages\/.*-section\.tsx$/).map((section) =>
      line(section.fileName, budgets.section, measureAdded(chunks, frame, section)),
    ),
  ];
}

/** What a part adds to what is loaded already. */
function measureAdded(chunks, before, part) {
  return measure([...collect(chunks, [part])].filter((chunk) => !before.has(chunk)));
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

function measure(chunks) {
  return sum([...chunks].map(({ code }) => code));
}

function sum(texts) {
  return texts.reduce((bytes, text) => bytes + gzipSync(text).length, 0);
}
