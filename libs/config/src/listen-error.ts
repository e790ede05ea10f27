import { SettingError } from './setting-error';

export interface ListenPlace {
  /** Names of the settings that host and port come from. */
  readonly hostSetting: string;
  readonly portSetting: string;
  readonly host: string;
  readonly port: number;
}

/** The error of a server that cannot listen, as a fault of its setting where it is one. */
export function explainListenError(error: Error, place: ListenPlace): Error {
  const { host, hostSetting, port, portSetting } = place;
  // The client of gRPC has the code in its text only.
  const [code] = /EADDRINUSE|EACCES|EADDRNOTAVAIL|ENOTFOUND/.exec(`${error}`) ?? [];
  const reason = `${host}:${port} (${code})`;
  switch (code) {
    case 'EADDRINUSE':
      return new SettingError(
        `${portSetting} must be a free port, not ${port}: something listens on ${reason} already`,
      );
    case 'EACCES':
      return new SettingError(
        `${portSetting} must be a port that this user may open, such as one above 1023, ` +
          `not ${port}: listening on ${reason} was refused`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new SettingError(
        `${hostSetting} must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, ` +
          `not ${JSON.stringify(host)}: listening on ${reason} failed`,
      );
    default:
      return error;
  }
}
