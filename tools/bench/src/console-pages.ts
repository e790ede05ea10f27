import type { Page } from 'playwright-core';

/** A page of the console and what people typically do on it. */
export interface ConsolePage {
  readonly path: string;
  readonly needsSession: boolean;
  readonly use: (page: Page) => Promise<void>;
}

/** Reactions are seen at the next paint; the pauses between them are those of a person. */
const pauseMs = 400;

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(pauseMs);
  }
}

async function click(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.waitForTimeout(pauseMs);
}

/** At the speed of a fast typist. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).first().click();
  await page.keyboard.type(text, { delay: 100 });
  await page.waitForTimeout(pauseMs);
}

async function choose(page: Page, label: string): Promise<void> {
  await page.getByLabel(label).first().focus();
  await press(page, 'ArrowDown');
}

async function openCurl(page: Page): Promise<void> {
  await click(page, 'Show as curl');
  await press(page, 'Escape');
}

export const consolePages: readonly ConsolePage[] = [
  {
    path: '/sign-in',
    needsSession: false,
    use: async (page: Page): Promise<void> => {
      await type(page, 'Email', 'ada@example.com');
      await type(page, 'Password', 'secret');
      await click(page, 'Use a recovery code');
    },
  },
  {
    path: '/',
    needsSession: true,
    use: async (page: Page): Promise<void> => {
      await openCurl(page);
      await choose(page, 'Client');
      await press(page, 'Control+K', 'k', 'e', 'Escape');
    },
  },
  {
    path: '/keys',
    needsSession: true,
    use: async (page: Page): Promise<void> => {
      await click(page, 'Make a key');
      await press(page, 'Escape');
      await type(page, 'Find by name', 'prog');
      await click(page, 'Name');
    },
  },
  {
    path: '/calls',
    needsSession: true,
    use: async (page: Page): Promise<void> => {
      await openCurl(page);
      await type(page, 'Model', 'gpt');
      await choose(page, 'Status');
    },
  },
  {
    path: '/usage',
    needsSession: true,
    use: async (page: Page): Promise<void> => {
      await openCurl(page);
      await choose(page, 'Figure');
      await click(page, 'Show as a table');
    },
  },
  {
    path: '/models',
    needsSession: true,
    use: async (page: Page): Promise<void> => {
      await openCurl(page);
      await type(page, 'Find a model', 'claude');
      await click(page, 'Prompt');
    },
  },
  {
    path: '/billing',
    needsSession: true,
    use: async (page: Page): Promise<void> => {
      await click(page, 'Top up');
      await press(page, 'Escape');
      await choose(page, 'Kind');
    },
  },
  {
    path: '/operator/health',
    needsSession: true,
    use: async (page: Page): Promise<void> => {
      await openCurl(page);
      await type(page, 'Reason', 'drill');
      await choose(page, 'State');
    },
  },
];
