import { waitUntil } from '@tollgate/testing';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from './browser';
import { unchanged, type RefusedForm } from './console-forms';
import { hasFocus } from './keyboard';

/** How a field shows that its value was refused. */
export interface RefusedField {
  readonly label: string;
  readonly isInvalid: boolean;
  readonly hasFocus: boolean;
  readonly hasMessage: boolean;
}

/** The browser sends what it would hold back itself: the API is to refuse it. */
const skipValidation = `
  document.querySelectorAll('form').forEach((form) => { form.noValidate = true; });
  document.querySelectorAll('[maxlength]').forEach((field) => field.removeAttribute('maxlength'));
`;

const shownMsMax = 10_000;

/** Sends a form once for each refused value, and says what its field shows then. */
export async function refuseForm(page: Page, form: RefusedForm): Promise<readonly RefusedField[]> {
  const part = await openForm(page, form);
  await waitFor(part.getByRole('button', { name: form.action, exact: true }));
  for (const [label, value] of Object.entries(form.chosen ?? {})) {
    await findField(part, label).selectOption(value);
  }
  await page.evaluate(skipValidation);
  for (const [label, value] of Object.entries(form.accepted ?? {})) {
    await findField(part, label).fill(value);
  }
  const shown: RefusedField[] = [];
  for (const [label, value] of Object.entries(form.refused)) {
    shown.push(await refuseValue(part, { label, value, action: form.action }));
  }
  return shown;
}

async function openForm(page: Page, form: RefusedForm): Promise<Locator> {
  const { before, card, isInPage, opens = [] } = form;
  for (const name of opens) {
    const button = page.getByRole('button', { name, exact: true });
    await waitFor(button);
    await button.first().click();
  }
  if (before !== undefined) {
    for (const [label, value] of Object.entries(before.values)) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    await page.getByRole('button', { name: before.action, exact: true }).click();
  }
  if (opens.length > 0 && !isInPage) return page.getByRole('dialog');
  if (card === undefined) return page.locator('form').last();
  return page.locator('section').filter({ has: page.getByRole('heading', { name: card }) });
}

function findField(part: Locator, label: string): Locator {
  return part.getByLabel(label, { exact: true });
}

async function refuseValue(
  part: Locator,
  { action, label, value }: { readonly label: string; readonly value: string; action: string },
): Promise<RefusedField> {
  const field = findField(part, label);
  await waitFor(field);
  const before = await field.inputValue();
  if (value !== unchanged) await field.fill(value);
  await part.getByRole('button', { name: action, exact: true }).click();
  await waitFor(part.getByRole('alert'));
  const read = (): Promise<RefusedField> => readField(part, label);
  // The message is drawn a moment before its field gets the focus.
  const shown = await waitUntil(
    async () => {
      const now = await read();
      return now.isInvalid && now.hasFocus && now.hasMessage ? now : undefined;
    },
    { timeoutMs: shownMsMax, what: `the refusal at ${label}` },
  ).catch(read);
  if (value !== unchanged) await field.fill(before);
  return shown;
}

async function readField(part: Locator, label: string): Promise<RefusedField> {
  const field = findField(part, label);
  const ids = await part.getByRole('alert').evaluateAll((alerts) => alerts.map(({ id }) => id));
  const described = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  return {
    label,
    isInvalid: (await field.getAttribute('aria-invalid')) === 'true',
    hasFocus: await hasFocus(field),
    hasMessage: ids.some((id) => id !== '' && described.includes(id)),
  };
}
