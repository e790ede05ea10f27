/** The account that exists after the first start. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly standardKey: string;
  readonly managementKey: string;
}
