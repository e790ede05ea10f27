/** Whether it begins as an ISO base media file does; what is in it is for the player to see. */
export function isMp4(head: Buffer): boolean {
  return head.length >= 8 && head.toString('latin1', 4, 8) === 'ftyp';
}
