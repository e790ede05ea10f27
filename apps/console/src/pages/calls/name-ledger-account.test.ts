import { nameLedgerAccount } from './name-ledger-account';

const nameOf = (id: string): string | undefined =>
  id === 'user_1' ? 'ada@example.com' : undefined;

describe('an account of the ledger in words', () => {
  it.each([
    ['wallet:user_1', 'balance of ada@example.com'],
    ['wallet:user_2', 'balance of the account'],
    ['held:user_1', 'held for ada@example.com'],
    ['cash:stripe', 'payments by stripe'],
    ['payable:openai', 'owed to openai'],
    ['revenue', 'charges for calls'],
    ['grants', 'granted credit'],
    ['something_new', 'something_new'],
  ])('%s', (account, words) => {
    expect(nameLedgerAccount(account, nameOf)).toBe(words);
  });
});
