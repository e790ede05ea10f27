import { findGrowth, type SoakReading } from './soak-report';

const reading = (given: Partial<SoakReading> & { mb?: number; handles?: number }): SoakReading => {
  const { handles = 50, mb = 200, ...rest } = given;
  return {
    requestsPerSecond: 100,
    p99Ms: 10,
    notPosted: 3,
    redisMegabytes: 5,
    processes: [{ name: 'edge+relay', megabytes: mb, handles }],
    ...rest,
  };
};
const tenTimes = (make: (slice: number) => SoakReading): SoakReading[] =>
  Array.from({ length: 10 }, (_, slice) => make(slice));

describe('what a soak shows', () => {
  it('is flat when memory, handles and lag vary without growing', () => {
    expect(findGrowth(tenTimes((slice) => reading({ mb: 200 + (slice % 3) * 10 })))).toEqual([]);
  });

  it('does not count the warm-up', () => {
    expect(findGrowth(tenTimes((slice) => reading({ mb: slice < 2 ? 50 : 200 })))).toEqual([]);
  });

  it('names the process whose memory or handles grow', () => {
    const grown = tenTimes((slice) => reading({ mb: 200 + slice * 20, handles: 50 + slice * 5 }));
    expect(findGrowth(grown)).toEqual([
      'memory of edge+relay grew from 250 to 370 MB',
      'open handles of edge+relay grew from 62.5 to 92.5',
    ]);
  });

  it('names growing data of Redis, and postings that lag', () => {
    const readings = tenTimes((slice) => reading({ redisMegabytes: slice * 30, notPosted: 600 }));
    expect(findGrowth(readings)).toEqual([
      'data of Redis grew from 75 to 255 MB',
      'postings lagged in 8 of 8 slices',
    ]);
  });
});
