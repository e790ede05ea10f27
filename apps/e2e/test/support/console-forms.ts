/** A form of the console, and values that the API refuses one by one. */
export interface RefusedForm {
  readonly name: string;
  readonly path: string;
  /** Buttons that open the form, in this order; none if the page shows it. */
  readonly opens?: readonly string[];
  /** The buttons show the form in the page, not in a dialog. */
  readonly isInPage?: true;
  /** Values by label of the form before, and its button. */
  readonly before?: { readonly values: Readonly<Record<string, string>>; readonly action: string };
  /** The heading of the part of the page that has the form, where there are several. */
  readonly card?: string;
  /** Values by label that the API accepts; the form needs them. */
  readonly accepted?: Readonly<Record<string, string>>;
  /** Options to choose by label: they show other fields. */
  readonly chosen?: Readonly<Record<string, string>>;
  /** Values by label that it refuses; `unchanged` leaves the field as it is. */
  readonly refused: Readonly<Record<string, string>>;
  readonly action: string;
}

export const unchanged = '';
const long = 'x'.repeat(5_000);
const negative = '-1';
const key = { Name: 'refused' };

/** Without a session. */
export const openForms: readonly RefusedForm[] = [
  {
    name: 'sign up',
    path: '/sign-up',
    accepted: { Email: 'refused@example.com', Password: 'correct horse battery staple' },
    refused: { Email: 'not an address', Password: 'short' },
    action: 'Create the account',
  },
  {
    name: 'ask for a new password',
    path: '/reset-password',
    refused: { Email: 'not an address' },
    action: 'Send the mail',
  },
  {
    name: 'ask for another confirmation',
    path: '/verify-email',
    refused: { Email: 'not an address' },
    action: 'Send the mail again',
  },
  {
    name: 'set a new password',
    path: '/reset-password?token=made-up',
    refused: { 'New password': 'short' },
    action: 'Set the password',
  },
  {
    name: 'sign in with a recovery code',
    path: '/sign-in?next=%2F',
    opens: ['Use a recovery code'],
    isInPage: true,
    accepted: { 'Email of the account': 'refused@example.com', 'Recovery code': 'abcd-efgh' },
    refused: { 'Email of the account': 'not an address', 'Recovery code': long },
    action: 'Use the code',
  },
  {
    name: 'join a class',
    path: '/student',
    accepted: { 'Key of your class': 'sk-edu-refused', Email: 'refused@example.com' },
    // Any text passes as an address: the answer does not say which addresses are valid.
    refused: { 'Key of your class': long, Email: long },
    action: 'Mail me a code',
  },
  {
    name: 'enter the code of a class',
    path: '/student?step=code',
    before: {
      values: { 'Key of your class': 'sk-edu-refused', Email: 'student@example.com' },
      action: 'Mail me a code',
    },
    refused: { Code: '000000' },
    action: 'Join',
  },
];

/** On a page whose address has a host name: browsers make passkeys for those alone. */
export const addPasskeyForm: RefusedForm = {
  name: 'add a passkey',
  path: '/settings',
  opens: ['Add a passkey'],
  accepted: { 'Name of the passkey': 'refused', 'Your password': 'wrong' },
  refused: { 'Your password': 'also wrong' },
  action: 'Go on',
};

/** For an account that has a passkey. */
export const renamePasskeyForm: RefusedForm = {
  name: 'rename a passkey',
  path: '/settings',
  opens: ['Rename'],
  refused: { 'Name of the passkey': long },
  action: 'Rename',
};

export const accountForms: readonly RefusedForm[] = [
  {
    name: 'make a key',
    path: '/keys',
    opens: ['Make a key'],
    accepted: key,
    refused: { Name: long, 'Cap (USD)': negative, 'Allowed addresses': 'nowhere' },
    action: 'Make the key',
  },
  {
    name: 'set the spend breaker',
    path: '/',
    opens: ['Change'],
    refused: { 'An hour (USD)': negative },
    action: 'Save',
  },
  {
    name: 'top up',
    path: '/billing',
    opens: ['Top up'],
    refused: { 'Credit to buy (USD)': '0.5' },
    action: 'Go on to pay',
  },
  {
    name: 'change the profile',
    path: '/settings',
    card: 'Profile',
    refused: { Name: long },
    action: 'Save',
  },
  {
    name: 'change the password',
    path: '/settings',
    card: 'Password',
    accepted: { 'Present password': 'wrong', 'New password': 'correct horse battery staple' },
    refused: { 'Present password': 'also wrong', 'New password': 'short' },
    action: 'Change the password',
  },
  {
    name: 'make recovery codes',
    path: '/settings',
    opens: ['Make new codes'],
    refused: { 'Your password': 'wrong' },
    action: 'Make the codes',
  },
  {
    name: 'close the account',
    path: '/settings',
    opens: ['Close the account'],
    refused: { Password: 'wrong' },
    action: 'Close the account',
  },
  {
    name: 'create an organization',
    path: '/orgs',
    opens: ['Create an organization'],
    refused: { Name: long },
    action: 'Create it',
  },
];

/** `path` continues the path of an organization. */
export const orgForms: readonly RefusedForm[] = [
  {
    name: 'name and budgets',
    path: 'overview',
    refused: {
      Name: long,
      'Budget of a month (USD)': '99999999999999',
    },
    action: 'Save',
  },
  {
    name: 'add a team',
    path: 'teams',
    opens: ['Add a team'],
    accepted: { Name: 'Refused' },
    refused: { 'Cost centre': long, 'Budget of a month (USD)': negative },
    action: 'Save',
  },
  {
    name: 'add a member',
    path: 'members',
    opens: ['Add a member'],
    accepted: { Email: 'refused@example.com' },
    refused: { Email: 'not an address', 'Budget of a month (USD)': negative },
    action: 'Save',
  },
  {
    name: 'invite',
    path: 'invitations',
    opens: ['Invite'],
    refused: { Email: 'not an address' },
    action: 'Send the invitation',
  },
  {
    name: 'set the spend breaker of an organization',
    path: 'limits',
    card: 'Spend breaker',
    refused: { 'A minute (USD)': negative },
    action: 'Save',
  },
  {
    name: 'allow models',
    path: 'limits',
    card: 'Allowed models',
    refused: { Models: 'not a model' },
    action: 'Save',
  },
  {
    name: 'add an own provider key',
    path: 'own-keys',
    opens: ['Add a provider key'],
    accepted: {
      Name: 'Refused',
      'Address of the provider': 'http://127.0.0.1:9/v1',
      'Key of the provider': 'sk-own-1234567890',
      Models: 'simulator/chat = chat',
    },
    refused: {
      'Address of the provider': 'ftp://127.0.0.1',
      Models: 'not a model',
    },
    action: 'Save',
  },
  {
    name: 'add a content rule of words',
    path: 'rules',
    opens: ['Add a rule'],
    accepted: { Name: 'Refused', Words: 'word' },
    refused: { Name: long, Words: long },
    action: 'Save',
  },
  {
    name: 'add a content rule of a pattern',
    path: 'rules',
    opens: ['Add a rule'],
    chosen: { Kind: 'regex' },
    accepted: { Name: 'Refused' },
    refused: { 'Regular expression': '(' },
    action: 'Save',
  },
  {
    name: 'set how students get in',
    path: 'institution',
    card: 'How students get in',
    refused: {
      'Domains of mail addresses': 'not a domain',
      'A session lasts (minutes)': '1',
      'Cost of a session (USD)': negative,
    },
    action: 'Save',
  },
  {
    name: 'add a class',
    path: 'institution',
    opens: ['Add a class'],
    refused: { Name: long },
    action: 'Add the class',
  },
];

export const operatorForms: readonly RefusedForm[] = [
  {
    name: 'set the brake',
    path: '/operator/health',
    refused: {
      'An hour (USD)': negative,
      Reason: long,
    },
    action: 'Set the brake',
  },
  {
    name: 'change a user',
    path: '/operator/users',
    opens: ['Edit'],
    refused: { Name: long },
    action: 'Save',
  },
  {
    name: 'grant credit',
    path: '/operator/users',
    opens: ['Grant credit'],
    accepted: { 'Amount (USD)': '1', Reason: 'refused' },
    refused: { 'Amount (USD)': '0', Reason: long },
    action: 'Grant',
  },
  {
    name: 'suspend a user',
    path: '/operator/users',
    opens: ['Suspend'],
    refused: { Reason: long },
    action: 'Suspend',
  },
  {
    name: 'make an organization',
    path: '/operator/orgs',
    opens: ['Make an organization'],
    accepted: { Name: 'Refused', 'Email of the owner': 'unknown@example.com' },
    refused: {
      'Short name': 'Not A Slug',
      'Email of the owner': 'not an address',
      'Credit line (USD)': negative,
    },
    action: 'Save',
  },
  {
    name: 'add a member as operator',
    path: '/operator/orgs',
    opens: ['Add a member'],
    refused: { Email: 'not an address' },
    action: 'Add a member',
  },
  {
    name: 'add a payment channel',
    path: '/operator/channels',
    opens: ['Add a channel'],
    accepted: { Id: 'refused', Currency: 'EUR', 'For 1 USD': '0.9' },
    refused: {
      Id: 'Not An Id',
      'For 1 USD': '0',
      'Maximum (USD)': negative,
    },
    action: 'Save',
  },
  {
    name: 'add a model',
    path: '/operator/catalog',
    opens: ['Add a model'],
    accepted: { Id: 'refused/chat', Name: 'Refused' },
    refused: {
      Id: 'Not An Id',
      'Context (tokens)': negative,
      'All other fields (JSON)': '{',
    },
    action: 'Save',
  },
  {
    name: 'import models',
    path: '/operator/catalog',
    opens: ['Import'],
    refused: { 'Models (JSON)': '[{"id":"Not An Id"}]' },
    action: 'Preview',
  },
  {
    name: 'retire a model',
    path: '/operator/catalog',
    opens: ['Retire'],
    accepted: { 'Last day': '2099-01-01' },
    refused: { Successor: 'unknown/model' },
    action: 'Retire',
  },
  {
    name: 'add a route',
    path: '/operator/routes',
    opens: ['Add a route'],
    accepted: { Models: 'refused/*' },
    refused: { Models: 'not a model', Weight: negative },
    action: 'Save',
  },
  {
    name: 'add a provider key',
    path: '/operator/provider-keys',
    opens: ['Add a provider key'],
    accepted: { Provider: 'refused', Address: 'http://127.0.0.1:9/v1', Key: 'secret' },
    refused: {
      Address: 'nowhere',
      Key: 'a secret key',
      'Additional headers (JSON)': '{',
    },
    action: 'Save',
  },
  {
    name: 'change a tier',
    path: '/operator/tiers',
    opens: ['Edit'],
    refused: { Model: 'unknown/model', Fallbacks: 'unknown/model' },
    action: 'Save',
  },
  {
    name: 'add a free tier',
    path: '/operator/tiers',
    opens: ['Add a free tier'],
    accepted: { Model: 'simulator/chat' },
    refused: {
      Model: 'unknown/model',
      'Tokens of a unit': '0',
    },
    action: 'Save',
  },
  {
    name: 'add an alias',
    path: '/operator/catalog',
    opens: ['Add an alias'],
    accepted: { Name: 'refused', Model: 'simulator/chat' },
    refused: { Name: 'Not An Alias', Model: 'unknown/model' },
    action: 'Save',
  },
  {
    name: 'add a moderation rule of words',
    path: '/operator/moderation',
    opens: ['Add a rule'],
    accepted: { Name: 'Refused', Category: 'refused', Words: 'word' },
    refused: { Category: long, Words: long },
    action: 'Save',
  },
  {
    name: 'add a moderation rule of a pattern',
    path: '/operator/moderation',
    opens: ['Add a rule'],
    chosen: { Kind: 'regex' },
    accepted: { Name: 'Refused', Category: 'refused' },
    refused: { 'Regular expression': '(' },
    action: 'Save',
  },
  {
    name: 'make an operator token',
    path: '/operator/tokens',
    opens: ['Make a token'],
    accepted: { Name: 'refused' },
    // Without any scope.
    refused: { 'read: reads everything of the operator': unchanged },
    action: 'Make a token',
  },
];
