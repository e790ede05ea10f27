/** No money came, none goes back. */
export async function refund(): Promise<void> {
  await Promise.resolve();
}
