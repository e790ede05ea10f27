import { parse } from 'yaml';
import { listTrackedFiles, readTracked, testFiles } from './tracked-files';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly runbook: string; readonly summary: string };
}

interface AlertTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly unknown[];
    }[];
  }[];
}

const { groups } = parse(readTracked('deploy/monitoring/alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const metricPattern = /\b((?:tollgate|edge|http|rpc|nodejs)_[a-z_]+)\b/g;
/** What Prometheus adds to the name of a histogram. */
const histogramPart = /_(?:bucket|count|sum)$/;

const code = listTrackedFiles(/^(?:apps|libs)\/.*\/src\/.*\.ts$/)
  .filter((file) => !testFiles.test(file))
  .map(readTracked)
  .join('\n');
/** Some names are put together, such as tollgate_ledger_breaches. */
const isReported = (metric: string): boolean =>
  code.includes(`'${metric}'`) ||
  (metric.startsWith('tollgate_ledger_') &&
    code.includes(`'${metric.slice('tollgate_ledger_'.length)}'`));

/** Metrics in queries that no service reports. */
function findUnknown(queries: readonly string[]): string[] {
  const metrics = queries.flatMap((query) =>
    [...query.matchAll(metricPattern)].map(([, name = '']) => name.replace(histogramPart, '')),
  );
  expect(metrics.length).toBeGreaterThanOrEqual(queries.length - 1);
  return [...new Set(metrics)].filter((metric) => !isReported(metric));
}

describe('dashboards', () => {
  it.each(['health', 'money', 'providers', 'spend'])('show what services report: %s', (name) => {
    const { panels } = JSON.parse(readTracked(`deploy/monitoring/dashboards/${name}.json`)) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr?: string }[] }[];
    };
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr = '' }) => expr));
    const own = queries.filter((query) => !/^$|process_|^count\(up/.test(query));
    expect(own.length).toBeGreaterThan(0);
    expect(findUnknown(own)).toEqual([]);
  });
});

describe('alert rules', () => {
  it('are about metrics that the services report', () => {
    expect(findUnknown(alerts.map(({ expr }) => expr))).toEqual([]);
  });

  it('each have a test in which they fire', () => {
    const { tests } = parse(readTracked('deploy/monitoring/alerts.test.yaml')) as AlertTests;
    const fired = tests
      .flatMap(({ alert_rule_test: checks }) => checks)
      .filter(({ exp_alerts: expected }) => expected.length > 0)
      .map(({ alertname }) => alertname);
    expect([...new Set(fired)].sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });

  it('notice that a service is gone for every service', () => {
    const services = listTrackedFiles(/^apps\/\w+\/src\/neighbours\.ts$/).map(
      (file) => file.split('/')[1] ?? '',
    );
    const { expr = '' } = alerts.find(({ alert }) => alert === 'TollgateServiceGone') ?? {};
    const named = [...expr.matchAll(/absent\(tollgate_service_running\{service="(\w+)"\}\)/g)];
    expect(named.map(([, service]) => service).sort()).toEqual(services.sort());
  });

  it('find the pods of the Helm chart under any name of the release', () => {
    const monitor = readTracked('deploy/helm/tollgate/templates/service-monitor.yaml');
    expect(monitor).toContain('jobLabel: app.kubernetes.io/name\n');
    expect(readTracked('deploy/helm/tollgate/templates/_names.tpl')).toContain(
      'app.kubernetes.io/name: tollgate\n',
    );
    const { expr = '' } = alerts.find(({ alert }) => alert === 'TollgateInstanceDown') ?? {};
    expect(/job=~"(.*?)"/.exec(expr)?.[1]).toBe('tollgate.*');
  });

  it('each have a severity and a section in the runbooks, and no section is left over', () => {
    const sections = [...readTracked('docs/runbooks.md').matchAll(/^### (\w+)$/gm)].map(
      ([, name]) => name,
    );
    expect(alerts.map(({ alert }) => alert).sort()).toEqual(sections.sort());
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations.runbook).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
      expect(['page', 'ticket']).toContain(labels.severity);
    }
  });
});
