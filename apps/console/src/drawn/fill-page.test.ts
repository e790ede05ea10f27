import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface PageContent {
  readonly path: string;
  readonly language: string;
  readonly title: string;
  readonly html: string;
  readonly scripts: readonly string[];
  readonly firstReads: readonly string[];
  readonly beforePaintFile: string;
}

type FillPage = (template: string, page: PageContent) => string;

const template = `<!doctype html>
<html lang="en">
  <head>
    <title>Tollgate</title>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-1.css">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`;

const page: PageContent = {
  path: '/keys',
  language: 'de',
  title: 'Schlüssel',
  html: '<h1>Schlüssel</h1>',
  scripts: ['assets/index-1.js', 'assets/keys-page-2.js'],
  firstReads: ['/api/account', '/api/account/keys?sort=name&limit=50'],
  beforePaintFile: 'assets/before-paint-3.js',
};

describe('the HTML file of a page', () => {
  let fillPage: FillPage;
  beforeAll(async () => {
    const file = pathToFileURL(
      join(import.meta.dirname, '..', '..', 'build', 'fill-page.mjs'),
    ).href;
    ({ fillPage } = (await import(file)) as { fillPage: FillPage });
  });

  it('shows the drawn page, which takes no input, in its language', () => {
    const html = fillPage(template, page);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<title>Schlüssel · Tollgate</title>');
    expect(html).toContain('<div id="root" data-page="/keys" inert><h1>Schlüssel</h1></div>');
  });

  it('names every script once', () => {
    const html = fillPage(template, page);
    expect(html.match(/index-1\.js/g)).toHaveLength(1);
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/keys-page-2.js">');
  });

  it('applies the theme before the first paint and asks for the first data', () => {
    const html = fillPage(template, page);
    expect(html).toContain('<script src="/assets/before-paint-3.js"></script>');
    expect(html).toContain(
      '<link rel="preload" as="fetch" crossorigin href="/api/account/keys?sort=name&amp;limit=50">',
    );
  });

  it('keeps texts that look like a pattern of a replacement', () => {
    expect(fillPage(template, { ...page, html: "$& $' $1" })).toContain("inert>$& $' $1</div>");
  });

  it('asks first for what the first paint waits for', () => {
    const html = fillPage(template, page);
    const places = ['index-1.css', 'before-paint', 'index-1.js', 'keys-page', '/api/account'];
    const found = places.map((text) => html.indexOf(text));
    expect(found).toEqual(found.toSorted((left, right) => left - right));
    expect(html.match(/index-1\.css/g)).toHaveLength(1);
  });

  it('has no inline script or style', () => {
    const html = fillPage(template, { ...page, html: '<p style="color:red" title="x">a</p>' });
    expect(html).toContain('<p title="x">a</p>');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  });

  it('is refused when the template has changed', () => {
    expect(() => fillPage('<html>', page)).toThrow('index.html has no <html lang="en">');
  });
});
