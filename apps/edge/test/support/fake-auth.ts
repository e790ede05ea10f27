import type { ServiceCredential } from '@tollgate/config';
import {
  AuthServiceService,
  Caller,
  CallerKind,
  EndedKey,
  type AuthServiceServer,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { hashSecret } from '@tollgate/ids';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';

export interface FakeAuth {
  /** The server as it runs now; it is a new one after a restart. */
  part: GrpcPart;
  /** How often a credential was looked up. */
  readonly questions: string[];
  addKey(secret: string, caller?: Partial<Caller>): void;
  addSession(token: string, caller?: Partial<Caller>): void;
  /** The key stays known, but may not be used any more. */
  endKey(secret: string, ended: Partial<EndedKey>): void;
  remove(secret: string): void;
  /** Runs before every answer. */
  beforeAnswer: () => Promise<void>;
  restart(): Promise<void>;
}

/** A real gRPC server with the credentials of a test. */
export function createFakeAuth(credential: ServiceCredential): FakeAuth {
  const callers = new Map<string, Caller>();
  const endedKeys = new Map<string, EndedKey>();
  const questions: string[] = [];

  async function answer(hash: string): Promise<{ caller: Caller }> {
    questions.push(hash);
    const caller = callers.get(hash);
    await auth.beforeAnswer();
    if (caller === undefined) throw new AppError('unauthenticated');
    return { caller };
  }

  const implementation: AuthServiceServer = {
    authenticateKey: unaryHandler(async ({ keyHash, withEnded }) => {
      const ended = endedKeys.get(keyHash);
      if (ended === undefined || !withEnded) return answer(keyHash);
      questions.push(keyHash);
      await auth.beforeAnswer();
      return { caller: undefined, ended };
    }),
    authenticateSession: unaryHandler(({ tokenHash }) => answer(tokenHash)),
    getContact: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    createSignInToken: unaryHandler(() => Promise.reject(new AppError('forbidden'))),
    countUsers: unaryHandler(() => Promise.reject(new AppError('not_found'))),
  };
  const createPart = (port: number): GrpcPart =>
    createGrpcPart({
      name: 'auth',
      host: '127.0.0.1',
      port,
      services: [{ definition: AuthServiceService, implementation }],
      credential,
      logger: silentLogger,
      metrics: createMetrics('fake-auth'),
    });
  const add = (kind: CallerKind, secret: string, caller: Partial<Caller> = {}): void => {
    const base = { kind, userId: 'user_1', walletId: 'user_1', email: 'ada@example.com' };
    callers.set(hashSecret(secret), Caller.fromPartial({ ...base, ...caller }));
  };
  const auth: FakeAuth = {
    part: createPart(0),
    questions,
    addKey: (secret, caller) =>
      add(CallerKind.CALLER_KIND_STANDARD_KEY, secret, { keyId: 'key_1', label: 'ci', ...caller }),
    addSession: (token, caller) =>
      add(CallerKind.CALLER_KIND_SESSION, token, { sessionId: 'sess_1', ...caller }),
    endKey: (secret, ended) => {
      const hash = hashSecret(secret);
      const caller = ended.caller ?? callers.get(hash);
      endedKeys.set(hash, EndedKey.fromPartial({ ...ended, ...(caller && { caller }) }));
      callers.delete(hash);
    },
    remove: (secret) => void callers.delete(hashSecret(secret)),
    beforeAnswer: async () => undefined,
    restart: async () => {
      const { port } = auth.part.address();
      auth.part = createPart(port);
      await auth.part.start?.();
    },
  };
  return auth;
}
