import { candidate } from '../../test/support/build-job';
import { computeJobCost } from './job-cost';

const job = { seconds: 8, inputSeconds: 0 };

describe('the cost of a job', () => {
  it('is that of the seconds really made, to the nano', () => {
    const odd = { secondPicos: 333_333_333_333n, requestPicos: 0n };
    expect(computeJobCost(job, odd, { seconds: 7 })).toMatchObject({
      madeSeconds: 7,
      costNanos: 2_333_333_333n,
    });
  });

  it.each([undefined, 0, -1, Number.NaN, 1e9])(
    'is the cost of the requested seconds when the provider reports %p',
    (told) => {
      expect(computeJobCost(job, candidate, { seconds: told })).toMatchObject({
        madeSeconds: 8,
        billedSeconds: 8,
        costNanos: 3_200_000_000n,
      });
    },
  );

  it.each([
    [5.04, 5],
    [0.2, 1],
  ])('counts whole seconds: %p', (told, made) => {
    expect(computeJobCost(job, candidate, { seconds: told }).madeSeconds).toBe(made);
  });

  it('has the input of an edit in it', () => {
    const edit = { seconds: 4, inputSeconds: 6 };
    const cost = computeJobCost(edit, candidate, { seconds: 4 });
    expect(cost).toMatchObject({ madeSeconds: 4, billedSeconds: 10, costNanos: 4_000_000_000n });
    expect(cost.lines).toEqual([
      { bucket: 'video_second', units: 10n, pricePicos: candidate.secondPicos },
    ]);
  });

  it.each([
    [3, 7],
    [0, 10],
    [99, 10],
    [Number.NaN, 10],
  ])('counts %p seconds of input that the provider tells, at most those held', (told, billed) => {
    const edit = { seconds: 4, inputSeconds: 6 };
    const cost = computeJobCost(edit, candidate, { seconds: 4, inputSeconds: told });
    expect(cost.billedSeconds).toBe(billed);
  });

  it('has the price of the job itself in it', () => {
    const cost = computeJobCost(
      job,
      { secondPicos: 0n, requestPicos: 1_500n },
      { seconds: undefined },
    );
    expect(cost.costNanos).toBe(2n);
    expect(cost.lines.map(({ bucket }) => bucket)).toEqual(['video_second', 'request']);
  });
});
