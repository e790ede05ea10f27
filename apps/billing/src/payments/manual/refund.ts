/** The operator sends the money back by hand. */
export async function refund(): Promise<void> {
  await Promise.resolve();
}
