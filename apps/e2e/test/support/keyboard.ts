import type { Locator, Page } from 'playwright-core';
import { waitFor } from './browser';

const tabsMax = 120;

/** A person without a mouse: everything is reached with Tab and done with keys. */
export interface Keyboard {
  /** Moves the focus to an element with Tab alone. */
  readonly moveTo: (target: Locator) => Promise<void>;
  /** Moves to a button or link and presses Enter. */
  readonly press: (target: Locator) => Promise<void>;
  /** Moves to a field and types into it. */
  readonly type: (target: Locator, text: string) => Promise<void>;
  /** Moves to a native list and chooses the option that begins with the text. */
  readonly choose: (target: Locator, text: string) => Promise<void>;
}

export async function hasFocus(target: Locator): Promise<boolean> {
  return (await target.first().and(target.page().locator(':focus')).count()) > 0;
}

export function useKeyboard(page: Page): Keyboard {
  const moveTo = async (target: Locator): Promise<void> => {
    await waitFor(target);
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      if (await hasFocus(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${tabsMax} times Tab did not reach ${String(target)}`);
  };
  return {
    moveTo,
    press: async (target) => {
      await moveTo(target);
      await page.keyboard.press('Enter');
    },
    type: async (target, text) => {
      await moveTo(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    choose: async (target, text) => {
      await moveTo(target);
      await page.keyboard.type(text);
    },
  };
}
