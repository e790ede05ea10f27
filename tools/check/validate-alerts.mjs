// Checks the alert rules with promtool, and runs their tests. Without promtool only says so: the
// unit tests of tools/tidy still compare the rules with the metrics and the runbooks.
import { spawnSync } from 'node:child_process';

const directory = 'deploy/monitoring';
if (spawnSync('promtool', ['--version']).error) {
  console.log('alert rules: not checked, there is no promtool on this machine');
  process.exit(0);
}
for (const command of [
  ['check', 'rules', 'alerts.yaml'],
  ['test', 'rules', 'alerts.test.yaml'],
]) {
  const { status } = spawnSync('promtool', command, { cwd: directory, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
