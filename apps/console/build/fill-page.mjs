/**
 * The HTML file of one page. Its content is inert until the console replaces it: a form that is
 * not ready yet must not be filled in or sent.
 */
export function fillPage(template, page) {
  const { beforePaintFile, firstReads, html, language, path, scripts, title } = page;
  const [styles = ''] = /<link rel="stylesheet"[^>]*>/.exec(template) ?? [];
  const [entry = ''] = /<script type="module"[^>]*><\/script>/.exec(template) ?? [];
  const head = [
    // What the first paint waits for comes first: browsers open few connections at once.
    styles,
    `<script src="/${beforePaintFile}"></script>`,
    entry,
    ...scripts
      .filter((file) => !template.includes(`"/${file}"`))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    // Credentials as the console's own requests have them: otherwise the browser asks twice.
    ...firstReads.map(
      (read) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(read)}">`,
    ),
  ];
  const parts = [
    ['<html lang="en">', `<html lang="${language}">`],
    ['<title>Tollgate</title>', `<title>${title === '' ? '' : `${title} · `}Tollgate</title>`],
    [styles, ''],
    [entry, head.join('\n    ')],
    ['<div id="root"></div>', `<div id="root" data-page="${path}" inert>${dropStyles(html)}</div>`],
  ];
  return parts.reduce((text, [part, filled]) => {
    if (part === '' || !text.includes(part)) throw new Error(`index.html has no ${part}`);
    return text.replace(part, () => filled);
  }, template);
}

/** The content security policy forbids styles in HTML; the console sets them by script. */
function dropStyles(html) {
  return html.replaceAll(/ style="[^"]*"/g, '');
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
