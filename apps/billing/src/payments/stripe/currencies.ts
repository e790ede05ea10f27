import { getMinorDigits } from '../../top-ups/channel';

/**
 * Currencies whose smallest unit at Stripe is not that of ISO 4217, or must end in a zero:
 * https://docs.stripe.com/currencies (read 2026-11).
 */
const withOwnUnits = new Set(['ISK', 'MGA', 'UGX']);
const minorDigitsMax = 2;

export function takesCurrency(currency: string): boolean {
  return !withOwnUnits.has(currency) && getMinorDigits(currency) <= minorDigitsMax;
}
