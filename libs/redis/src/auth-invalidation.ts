/**
 * How auth tells every edge that a credential changed. A message is
 * `{"version":7,"keyHash":"…"}` (or `sessionHash`, or `userId`); the counter is polled as well,
 * since pub/sub may lose messages.
 */
export const authInvalidation = {
  channel: 'tollgate:auth:invalidate',
  versionKey: 'tollgate:auth:version',
} as const;
