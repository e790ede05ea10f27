import { makeUlid } from '@tollgate/ids';
import { toMonth } from '../shared/calendar';
import { makeInvoice, makeInvoiceEntry, type UnbilledSpend } from './invoice';

const month = toMonth(2026, 10);
const issuedMs = Date.UTC(2026, 10, 1, 1);
const options = { ulid: makeUlid(issuedMs), orgId: 'org_1', month, hasVat: true };
const spend = (spendNanos: bigint): UnbilledSpend => ({
  ...{ month, teamId: '', model: 'acme/chat-1', spendNanos },
});

describe('an invoice', () => {
  it('asks for all that was spent, to the nano', () => {
    const invoice = makeInvoice([spend(1_000_000_001n), spend(2n)], options);
    expect(invoice).toMatchObject({ status: 'open', subtotalNanos: 1_000_000_003n });
  });

  it('is due thirty days after it was made', () => {
    const invoice = makeInvoice([spend(1n)], options);
    expect(new Date(invoice?.dueAtMs ?? 0).toISOString()).toBe('2026-12-01T01:00:00.000Z');
  });

  it.each([
    [100_000_000_000n, 5_000_000_000n],
    [99_999_999n, 0n],
    [100_000_000n, 10_000_000n],
    [12_345_678_901n, 620_000_000n],
  ])('of %d has a tax of %d, half up to the cent', (subtotal, vatNanos) => {
    expect(makeInvoice([spend(subtotal)], options)).toMatchObject({ vatNanos });
    expect(makeInvoice([spend(subtotal)], { ...options, hasVat: false })).toMatchObject({
      vatNanos: 0n,
    });
  });

  it('does not exist where nothing was spent', () => {
    expect(makeInvoice([], options)).toBeUndefined();
  });

  it('that is paid pays off the wallet and the tax, under its own id', () => {
    const invoice = makeInvoice([spend(100_000_000_000n)], options);
    if (invoice === undefined) throw new Error('no invoice');
    expect(makeInvoiceEntry(invoice, issuedMs)).toMatchObject({
      id: `led_${options.ulid}`,
      kind: 'invoice',
      moves: [
        { from: 'cash:invoice', to: 'wallet:org_1', amountNanos: 100_000_000_000n },
        { from: 'cash:invoice', to: 'vat', amountNanos: 5_000_000_000n },
      ],
    });
    const { vatNanos, ...untaxed } = invoice;
    expect(vatNanos).toBe(5_000_000_000n);
    expect(makeInvoiceEntry({ ...untaxed, vatNanos: 0n }, issuedMs).moves).toHaveLength(1);
  });
});
