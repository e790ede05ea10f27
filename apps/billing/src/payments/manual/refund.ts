/** The operator who refunds sends the money back by hand: there is nobody to ask. */
export async function refund(): Promise<void> {
  await Promise.resolve();
}
