import { AppError } from '@tollgate/errors';
import { makeId } from '@tollgate/ids';
import type { CheckOwnPassword } from '../passwords/change-password';
import type { Actor, AuditAction } from '../shared/audit';
import type { AccountDatabase, Clock, Stores } from '../shared/ports';
import { passkeysPerUserMax, type Passkey } from './passkey';
import type { ChallengeStore, NewCredential, RelyingParty } from './ports';
import { readChallenge, type CeremonyOptions, type PasskeyAttestation } from './web-authn';

type SessionActor = Actor & { readonly sessionId: string };

/** Passkeys of the caller. */
export interface ManagePasskeys {
  list(userId: string): Promise<readonly Passkey[]>;
  /** Raises: forbidden for a wrong password, which counts as a guess; conflict at the bound. */
  begin(actor: Actor, password: string): Promise<CeremonyOptions>;
  /** Raises: bad_request for an answer that is wrong, late or used before; conflict. */
  finish(actor: SessionActor, name: string, answer: PasskeyAttestation): Promise<Passkey>;
  /** Undefined for a foreign passkey as for none. */
  rename(actor: Actor, id: string, name: string): Promise<Passkey | undefined>;
  /** False for a foreign passkey as for none. */
  remove(actor: Actor, id: string): Promise<boolean>;
}

interface ManagePasskeysPorts {
  readonly database: AccountDatabase;
  readonly challenges: ChallengeStore;
  readonly relyingParty: RelyingParty;
  readonly checkOwnPassword: CheckOwnPassword;
  readonly clock: Clock;
}

export function managePasskeysUseCase(ports: ManagePasskeysPorts): ManagePasskeys {
  return {
    list: (userId) => ports.database.passkeys.list(userId),
    ...createAdding(ports),
    ...createChanges(ports),
  };
}

function createAdding(ports: ManagePasskeysPorts): Pick<ManagePasskeys, 'begin' | 'finish'> {
  const { challenges, clock, database, relyingParty } = ports;

  async function verify(actor: Actor, answer: PasskeyAttestation): Promise<NewCredential> {
    const challenge = readChallenge(answer.response.clientDataJSON);
    const purpose = challenge === undefined ? undefined : await challenges.take(challenge);
    const isOwn = purpose?.kind === 'register' && purpose.userId === actor.userId;
    if (challenge === undefined || !isOwn) throw makeRefusal();
    return relyingParty.verifyRegistration(answer, challenge).catch((cause: unknown) => {
      throw makeRefusal(cause);
    });
  }

  return {
    async begin(actor, password) {
      await ports.checkOwnPassword(actor, password);
      const user = await database.users.findById(actor.userId);
      if (!user) throw new AppError('unauthenticated');
      const existing = await database.passkeys.list(actor.userId);
      assertRoom(existing.length);
      const options = await relyingParty.makeRegistrationOptions(user, existing);
      await challenges.put(options.challenge, { kind: 'register', userId: actor.userId });
      return options;
    },

    async finish(actor, name, answer) {
      const { sessionId, userId } = actor;
      const credential = await verify(actor, answer);
      const createdAt = clock.now();
      const base = { id: makeId('passkey'), userId, name, createdAt, lastUsedAt: null };
      const passkey: Passkey = { ...base, ...credential };
      return database.withTransaction(async (stores) => {
        // Locks the user: parallel calls cannot pass the bound together.
        const user = await stores.users.lock(userId);
        if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
        // A password reset in between ended the session: it must leave no passkey behind.
        const session = await stores.sessions.findLive(sessionId, createdAt);
        if (!session) throw new AppError('unauthenticated');
        assertRoom((await stores.passkeys.list(userId)).length);
        if (!(await stores.passkeys.insert(passkey))) {
          throw new AppError('conflict', { message: 'This passkey is registered already' });
        }
        await record(stores, 'user.passkey.create', actor, { passkey });
        return passkey;
      });
    },
  };
}

function createChanges({
  database,
}: Pick<ManagePasskeysPorts, 'database'>): Pick<ManagePasskeys, 'rename' | 'remove'> {
  return {
    rename: (actor, id, name) =>
      database.withTransaction(async (stores) => {
        const before = await stores.passkeys.find(id, actor.userId);
        if (!before) return undefined;
        const passkey = { ...before, name };
        await stores.passkeys.rename(id, name);
        await record(stores, 'user.passkey.update', actor, { before, passkey });
        return passkey;
      }),

    remove: (actor, id) =>
      database.withTransaction(async (stores) => {
        const before = await stores.passkeys.find(id, actor.userId);
        if (!before) return false;
        await stores.passkeys.remove(id);
        await record(stores, 'user.passkey.delete', actor, { before });
        return true;
      }),
  };
}

function assertRoom(count: number): void {
  if (count < passkeysPerUserMax) return;
  const message = `An account has at most ${passkeysPerUserMax} passkeys. Delete one first.`;
  throw new AppError('conflict', { message });
}

function makeRefusal(cause?: unknown): AppError {
  const message = 'The passkey could not be added. Please begin again.';
  return new AppError('bad_request', { message, cause });
}

function record(
  { audit }: Stores,
  action: Extract<AuditAction, `user.passkey.${string}`>,
  actor: Actor,
  { before, passkey }: { readonly before?: Passkey; readonly passkey?: Passkey },
): Promise<void> {
  return audit.record({
    action,
    actor,
    target: { type: 'user', id: actor.userId },
    ...(before && { before: describe(before) }),
    ...(passkey && { after: describe(passkey) }),
  });
}

function describe({ id, isSynced, name }: Passkey): Readonly<Record<string, unknown>> {
  return { passkeyId: id, name, synced: isSynced };
}
