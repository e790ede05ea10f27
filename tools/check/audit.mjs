// Fails when a package that we ship has a known vulnerability of level high or above. Where the
// registry does not answer, as on a machine without a network, it says so and passes.
import { spawnSync } from 'node:child_process';

const timeoutMs = 60_000;
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: timeoutMs,
});

function readReport() {
  try {
    return JSON.parse(stdout).vulnerabilities;
  } catch {
    return undefined;
  }
}

const report = readReport();
if (report === undefined) {
  console.log('known vulnerabilities: not checked, the registry gave no report');
} else {
  const grave = Object.values(report).filter(({ severity }) =>
    /^(?:high|critical)$/.test(severity),
  );
  for (const { name, range, severity } of grave) {
    console.error(`${name} ${range} has a vulnerability of level ${severity}: see npm audit`);
  }
  if (grave.length === 0) console.log('known vulnerabilities: none of level high or above');
  process.exitCode = grave.length === 0 ? 0 : 1;
}
