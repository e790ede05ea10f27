import type { EventLog } from '@tollgate/event-log';
import type { Handlers } from '@tollgate/http';
import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import { createFindCallScope } from '@tollgate/org-access';
import { createDatabase } from '@tollgate/postgres';
import type { BillingConfig } from '../config';
import { decodeReceiptDetails } from '../generations/decode-receipt';
import { createBookStore } from '../ledger/book-store';
import type { ModulePorts } from '../shared/module-ports';
import { listBalancesUseCase } from '../wallets/list-balances';
import type { liveOperations } from './live.operations';
import { createPostingReader } from './live-reader';
import { createLiveHandlers } from './live.route';
import { openStreamUseCase } from './open-stream';
import { OpenStreams } from './open-streams';
import { sendBalances } from './send-balances';
import { createStoreTrips } from './trip-store';
import { createTripsConsumer } from './trips.consumer';
import { PostingFeed } from './watch-postings';

const limits = { perCallerMax: 4, perProcessMax: 1_000 };
const feedMs = 500;
const balanceMs = 1_000;
const heartbeatMs = 15_000;
const statementTimeoutMs = 5_000;
const connectionsMax = 3;

export interface LiveModuleOptions extends Pick<
  ModulePorts,
  'database' | 'getNowMs' | 'jobIntervalMsMax' | 'logger' | 'memberships' | 'till'
> {
  readonly config: Pick<BillingConfig, 'databaseUrl'>;
  readonly eventLog: EventLog;
}

/** Live streams: one read of the book, and one of the balances, for all streams of the process. */
export function createLiveModule(options: LiveModuleOptions): {
  readonly handlers: Handlers<typeof liveOperations>;
  readonly parts: readonly Part[];
  /** To be stopped before the HTTP server, which waits for the end of all answers. */
  readonly streamsPart: Part;
} {
  const { config, eventLog, getNowMs, jobIntervalMsMax, logger, memberships, till } = options;
  const { databaseUrl: url } = config;
  const bounds = { statementTimeoutMs, connectionsMax };
  const database = createDatabase({ url, name: 'billing live', logger, ...bounds });
  const reader = createPostingReader(database, decodeReceiptDetails);
  const feed = new PostingFeed({ reader, getNowMs });
  const listBalances = listBalancesUseCase({ store: createBookStore(database), till });
  const openStreams = new OpenStreams(limits);
  const feedPart = createRepeatingPart({
    name: 'live feed',
    intervalMs: Math.min(feedMs, jobIntervalMsMax),
    run: () => feed.run(),
    logger,
  });
  return {
    handlers: createLiveHandlers({
      findCallScope: createFindCallScope({ memberships }),
      memberships,
      openStream: openStreamUseCase({ reader, feed, listBalances, getNowMs }),
      leaveFeed: (stream) => feed.leave(stream),
      openStreams,
      heartbeatMs: Math.min(heartbeatMs, jobIntervalMsMax),
      getNowMs,
      logger,
    }),
    parts: [
      { name: 'live database', stop: () => database.close() },
      createTripsConsumer({ eventLog, storeTrips: createStoreTrips(options.database), getNowMs }),
      feedPart,
      createRepeatingPart({
        name: 'live balances',
        intervalMs: Math.min(balanceMs, jobIntervalMsMax),
        run: () => sendBalances(feed.streams, listBalances),
        logger,
      }),
    ],
    streamsPart: { name: 'live streams', stop: () => openStreams.stop() },
  };
}
