/** Of connections to the services. */
export const innerSockets = {
  /** Shorter than the 75 s after which a service closes an idle connection: only we close. */
  freeMs: 60_000,
  max: 8_192,
} as const;
