import type { Invitation } from './invitation';

export interface PendingInvitation extends Invitation {
  /** How often its mail was begun, this time included. */
  readonly tries: number;
}

export interface InvitationStore {
  insert(invitation: Invitation): Promise<void>;
  findOpen(orgId: string, invitationId: string): Promise<Invitation | undefined>;
  /** Neither accepted, nor cancelled, nor too old. */
  findOpenByHash(tokenHash: string, now: Date): Promise<Invitation | undefined>;
  /** Newest first. */
  listOpen(orgId: string, now: Date): Promise<readonly Invitation[]>;
  markAccepted(invitationId: string, now: Date): Promise<void>;
  markCancelled(invitationId: string, now: Date): Promise<void>;
  /** Due again after a time that grows with every try. */
  claimMails(now: Date, rowsMax: number): Promise<readonly PendingInvitation[]>;
  setToken(invitationId: string, tokenHash: string): Promise<void>;
  endMail(invitationId: string): Promise<void>;
  deleteAll(orgId: string): Promise<void>;
  /** Deletes accepted, cancelled and expired ones, at most `rowsMax`; returns how many. */
  deleteEndedBefore(time: Date, rowsMax: number): Promise<number>;
}

/** Counts invitations before they are made. */
export interface InvitationLimits {
  /** Throws `rate_limited` when a user invited too many. */
  take(userId: string): Promise<void>;
}

/** Sends what is due without waiting for the next round; never fails. */
export interface WakeableJob {
  wake(): void;
}
