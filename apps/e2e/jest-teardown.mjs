export default async function tearDown() {
  await globalThis.tollgateSharedStack?.stop();
}
