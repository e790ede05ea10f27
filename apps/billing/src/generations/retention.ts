/** Generation records are deleted after so many days; ledger entries and invoices stay. */
export const generationDays = 400;
