import { getStopTimeoutMs } from './start-services';

describe('the time after which a process that does not stop is killed', () => {
  it('is longer than the process may take by itself', () => {
    expect(getStopTimeoutMs({})).toBe(35_000);
    expect(getStopTimeoutMs({ STOP_SECONDS_MAX: '120' })).toBe(125_000);
  });

  it('is the usual one where the setting is no number: the process refuses it at its start', () => {
    expect(getStopTimeoutMs({ STOP_SECONDS_MAX: 'soon' })).toBe(35_000);
  });
});
