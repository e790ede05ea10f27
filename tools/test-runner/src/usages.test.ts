import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const [, command] = /^node tools\/boot\.mjs (\S+)$/.exec(script) ?? [];
  return command === undefined ? [] : [[name, command] as const];
});

describe('the usage of a program', () => {
  it.each(programs)('npm run %s -- --help: is printed at once', (name, command) => {
    const started = spawnSync('node', ['tools/boot.mjs', command, '--help'], { encoding: 'utf8' });
    const shown = /^(?:start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`;
    expect([started.status, started.stderr]).toEqual([0, '']);
    expect(started.stdout).toContain(`usage: ${shown}`);
    expect(started.stdout).not.toContain('building');
  });

  it('is not printed for options of another program', () => {
    expect(programs.length).toBeGreaterThan(10);
    const { stdout } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        'import { asksForUsage } from "./tools/usages.mjs";' +
          'console.log(asksForUsage(["-h"]), asksForUsage(["--", "--help"]))',
      ],
      { encoding: 'utf8' },
    );
    expect(stdout.trim()).toBe('true false');
  });
});
