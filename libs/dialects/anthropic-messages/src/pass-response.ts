import { nanosToUsdNumber } from '@tollgate/money';
import type { Dialect, SettledUsage } from '@tollgate/model-spec';
import { editJson, findMemberText } from '@tollgate/model-kit';
import { costField, formatMessageId } from './wire';
import { renderUsage } from './render-usage';

/** An upstream's message for the client: id and model are ours, and usage includes the cost. */
export const passResponse: Dialect['passResponse'] = (bodyText, { face }, settled) =>
  editJson(
    bodyText,
    new Map([
      ['id', JSON.stringify(formatMessageId(face))],
      ['model', JSON.stringify(face.model)],
      ['usage', addCost(findMemberText(bodyText, 'usage'), settled)],
    ]),
  );

/** The upstream's usage with our cost in it; one of our own where it gave none. */
export function addCost(usageText: string | undefined, settled: SettledUsage): string {
  if (usageText?.startsWith('{') !== true) return JSON.stringify(renderUsage(settled));
  const cost = JSON.stringify(nanosToUsdNumber(settled.costNanos));
  return editJson(usageText, new Map([[costField, cost]]));
}
