import { findProgram } from '../processes/find-program';
import { installPackage } from '../processes/install-package';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const browserPackage = {
  title: 'chromium',
  names: { 'apt-get': 'chromium', dnf: 'chromium', apk: 'chromium', brew: 'chromium' },
} as const;

/** Chromium of this machine; installs the system's package when it may, else the error says why. */
export async function ensureBrowser(onProgress: (line: string) => void): Promise<string> {
  const found = findProgram(programs);
  if (found !== undefined) return found;
  await installPackage(browserPackage, onProgress);
  const installed = findProgram(programs);
  if (installed === undefined) throw new Error('chromium was installed, but is not on the PATH');
  return installed;
}
