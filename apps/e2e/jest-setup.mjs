import { startSharedStack } from './shared-stack.mjs';

export default async function setUp() {
  globalThis.tollgateSharedStack = await startSharedStack();
}
