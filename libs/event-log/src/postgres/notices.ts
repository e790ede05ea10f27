/** One channel for all topics: LISTEN costs a connection. Every reader also polls, rarely. */
export const notifyChannel = 'eventlog';

const membersPrefix = 'members ';

/** Sent when the members of a group of this topic change; the bare topic means new events. */
export function makeMembersNotice(topic: string): string {
  return membersPrefix + topic;
}

export interface Notice {
  readonly kind: 'events' | 'members';
  readonly topic: string;
}

export function parseNotice(payload: string): Notice {
  return payload.startsWith(membersPrefix)
    ? { kind: 'members', topic: payload.slice(membersPrefix.length) }
    : { kind: 'events', topic: payload };
}
