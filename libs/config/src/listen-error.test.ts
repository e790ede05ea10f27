import { explainListenError } from './listen-error';
import { SettingError } from './setting-error';

const place = { hostSetting: 'BIND_HOST', portSetting: 'GRPC_PORT', host: '10.0.0.9', port: 80 };

describe('a server that cannot listen', () => {
  it.each([
    [
      'listen EADDRINUSE: address already in use',
      'GRPC_PORT must be a free port, not 80: something listens on 10.0.0.9:80 (EADDRINUSE) already',
    ],
    [
      'No address added out of total 1 resolved errors: [listen EACCES: permission denied]',
      'GRPC_PORT must be a port that this user may open, such as one above 1023, not 80: ' +
        'listening on 10.0.0.9:80 (EACCES) was refused',
    ],
    [
      'listen EADDRNOTAVAIL: address not available',
      'BIND_HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, ' +
        'not "10.0.0.9": listening on 10.0.0.9:80 (EADDRNOTAVAIL) failed',
    ],
  ])('names the setting, what was read and what is allowed: %s', (message, line) => {
    const explained = explainListenError(new Error(message), place);
    expect(explained).toBeInstanceOf(SettingError);
    expect(explained.message).toBe(line);
  });

  it('keeps an error that is no fault of a setting', () => {
    const error = new Error('EMFILE: too many open files');
    expect(explainListenError(error, place)).toBe(error);
  });
});
