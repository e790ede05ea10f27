import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What keeps people with disabilities from using a page, in both themes. */
export async function findBarriers(page: Page): Promise<readonly object[]> {
  return [...(await findIn(page, 'light')), ...(await findIn(page, 'dark'))];
}

/** The legacy mode skips a second page that only pages with frames need. */
async function findIn(page: Page, theme: 'light' | 'dark'): Promise<readonly object[]> {
  await page.emulateMedia({ colorScheme: theme });
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], selectors: false });
  // Only colours differ between the themes.
  const chosen = theme === 'light' ? axe.withTags(rules) : axe.withRules(colourRules);
  const { violations } = await chosen.analyze();
  return violations.map(({ help, id, nodes }) => ({
    ...{ theme, id, help },
    elements: nodes.map(({ html }) => html),
  }));
}
