/**
 * Runs in the browser before the first paint, as a script of its own: what the edge cannot know
 * about a viewer must not flash. Applies the chosen theme, and hides a page that was drawn in
 * another language than the chosen one until the console replaces it.
 */
export function beforePaint() {
  const page = document.documentElement;
  try {
    const { language = page.lang, theme } = JSON.parse(
      localStorage.getItem('tollgate.preferences') ?? '{}',
    );
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
    if (language !== page.lang) page.classList.add('other-language');
  } catch {
    // A broken entry of the storage: the console starts with its defaults.
  }
}
