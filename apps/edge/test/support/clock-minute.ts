/** Such a test takes a second; the rest is for a machine that stands still. */
const roomMs = 15_000;

/** Tests that count within one minute wait for the next one when little of it is left. */
export async function waitForRoomInMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < roomMs) await new Promise((resolve) => setTimeout(resolve, leftMs + 50));
}

/** Unix seconds at which the current clock minute, or the one `ago` minutes earlier, ends. */
export function minuteEnd(ago = 0): string {
  return String((Math.floor(Date.now() / 60_000) + 1 - ago) * 60);
}
