import type { CachingQuery, CachingReport } from './caching';

export type ReadCaching = (query: CachingQuery) => Promise<CachingReport>;
