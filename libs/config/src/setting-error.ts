/**
 * A setting that is well formed but cannot be used: a port in use, a password that is refused. The
 * message is one line that names the variable, without secrets. The host prints it and exits.
 */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}
