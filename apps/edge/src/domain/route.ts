import type { CallerKind, OperatorScope } from '@tollgate/identity';
import type { BucketName } from './rate-bucket';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The service that answers; `edge` itself only says how it is. */
export type Owner = 'edge' | 'auth' | 'billing' | 'orgs' | 'relay' | 'video' | 'audit';

/** One line of the route table. */
export interface Route {
  readonly method: Method;
  /** `{name}` matches one segment that is not empty. */
  readonly path: string;
  /** Kinds of callers that may pass; empty: no authentication. */
  readonly access: readonly CallerKind[];
  readonly owner: Owner;
  /** Which limit counts the call; null: none. */
  readonly bucket: BucketName | null;
  /** Anonymous calls pass; an authenticated caller gets a personal answer. */
  readonly isOpen?: true;
  /** The owner gets to see the session cookie. */
  readonly forwardsCookie?: true;
  /** What an operator token needs, all of them; absent or empty: no token may pass. */
  readonly operatorScopes?: readonly OperatorScope[];
  /** Where files are sent; elsewhere the usual bound of a body holds. */
  readonly bodyBytesMax?: number;
  /** The last parameter may contain slashes, as model ids do, also before a fixed ending. */
  readonly takesMoreSegments?: true;
  /**
   * Streams events without end: the caller is checked again while it runs, and a stop of the edge
   * ends it at once.
   */
  readonly isLive?: true;
  /** Anthropic's clients send their key in a header of its own. */
  readonly takesApiKeyHeader?: true;
}
