/**
 * How auth notifies every edge of a changed credential. A message is
 * `{"version":7,"atMs":1800000000000,"keyHash":"…"}` (or `sessionHash`, or `userId`), where `atMs`
 * is when the change was committed; the counter and the time of the latest change are polled as
 * well, since pub/sub may lose messages.
 */
export const authInvalidation = {
  channel: 'tollgate:auth:invalidate',
  versionKey: 'tollgate:auth:version',
  // The tag puts it into the slot of the counter, so that one script may touch both.
  changedAtKey: '{tollgate:auth:version}:at',
} as const;
