/** A setting of the test runner; without it the suite was started directly. */
export function requireTestSetting(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== '') return value;
  throw new Error(
    `${name} is not set: run integration tests with "npm test -- --only integration"`,
  );
}
