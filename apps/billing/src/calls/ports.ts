import type { CallPage, CallsQuery } from './call';

export type ReadCalls = (query: CallsQuery) => Promise<CallPage>;
