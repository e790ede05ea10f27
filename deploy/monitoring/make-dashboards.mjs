// Writes the Grafana dashboards beside this file, one per question: node make-dashboards.mjs
// A test checks that they are up to date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const prometheus = { type: 'prometheus', uid: '${prometheus}' };
const book = { type: 'grafana-postgresql-datasource', uid: '${book}' };
const columns = 24;
const height = 8;

/** A chart over time; `queries` are pairs of an expression and a legend. */
const chart = (title, unit, ...queries) => ({
  type: 'timeseries',
  title,
  datasource: prometheus,
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'] } },
  targets: queries.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: prometheus,
    expr,
    legendFormat,
  })),
});

/** One number, red above its limit. */
const figure = (title, unit, expr, limit) => ({
  type: 'stat',
  title,
  datasource: prometheus,
  fieldConfig: {
    defaults: {
      unit,
      thresholds: {
        mode: 'absolute',
        steps: [{ color: 'green', value: null }].concat(
          limit === undefined ? [] : [{ color: 'red', value: limit }],
        ),
      },
    },
    overrides: [],
  },
  options: { colorMode: 'value', reduceOptions: { calcs: ['lastNotNull'] }, textMode: 'value' },
  targets: [{ refId: 'A', datasource: prometheus, expr }],
});

/** Rows of the read models of billing, in dollars. */
const list = (title, rawSql) => ({
  type: 'table',
  title,
  datasource: book,
  fieldConfig: {
    defaults: {},
    overrides: [
      {
        matcher: { id: 'byName', options: 'spend' },
        properties: [{ id: 'unit', value: 'currencyUSD' }],
      },
    ],
  },
  targets: [{ refId: 'A', datasource: book, format: 'table', rawQuery: true, rawSql }],
});

const quantile = (share, name, by = '') =>
  `histogram_quantile(${share}, sum by (le${by}) (rate(${name}_bucket[5m])))`;
const spendBy = (column, name) => `
SELECT ${column} AS ${name}, sum(spend_nanos) / 1e9 AS spend, sum(requests) AS calls
  FROM billing.usage_daily
 WHERE day BETWEEN $__timeFrom()::date AND $__timeTo()::date AND ${column} <> ''
 GROUP BY 1 ORDER BY 2 DESC LIMIT 50`;

export const dashboards = {
  health: {
    title: 'Tollgate: is it healthy?',
    panels: [
      figure('Instances down', 'none', 'count(up{job=~"tollgate.*"} == 0) or vector(0)', 1),
      figure(
        'Services without an instance',
        'none',
        '7 - (count(count by (service) (tollgate_service_running{service!="simulator"})) or vector(0))',
        1,
      ),
      figure(
        'Requests with 5xx',
        'percentunit',
        'sum(rate(edge_request_duration_seconds_count{status=~"5.."}[5m])) / sum(rate(edge_request_duration_seconds_count[5m]))',
        0.02,
      ),
      figure('Instances that refuse load', 'none', 'sum(http_load_shedding) or vector(0)', 1),
      chart('Requests by status', 'reqps', [
        'sum by (status) (rate(edge_request_duration_seconds_count[5m]))',
        '{{status}}',
      ]),
      chart(
        'Duration of requests, up to the last byte',
        's',
        [quantile(0.5, 'edge_request_duration_seconds'), 'p50'],
        [quantile(0.95, 'edge_request_duration_seconds'), 'p95'],
        [quantile(0.99, 'edge_request_duration_seconds'), 'p99'],
      ),
      chart('gRPC calls at p95', 's', [
        quantile(0.95, 'rpc_server_duration_seconds', ', method'),
        '{{method}}',
      ]),
      chart('Delay of the event loop', 's', [
        'http_loop_delay_seconds',
        '{{service}} {{instance}}',
      ]),
      chart('Memory', 'bytes', ['process_resident_memory_bytes', '{{service}} {{instance}}']),
      chart('CPU', 'percentunit', [
        'rate(process_cpu_seconds_total[5m])',
        '{{service}} {{instance}}',
      ]),
      chart('From a revocation to its effect, p99', 's', [
        quantile(0.99, 'edge_invalidation_seconds', ', by'),
        '{{by}}',
      ]),
      chart('Spans that did not get to the collector', 'none', [
        'sum by (service, reason) (increase(tollgate_spans_dropped_total[5m]))',
        '{{service}} {{reason}}',
      ]),
    ],
  },
  money: {
    title: 'Tollgate: is money flowing?',
    panels: [
      figure('Broken invariants of the ledger', 'none', 'sum(tollgate_ledger_breaches)', 1),
      figure(
        'Since the last verification',
        's',
        'time() - max(tollgate_ledger_verified_timestamp_seconds)',
        10_800,
      ),
      figure(
        'Charges above their reserve, 24 h',
        'none',
        'sum(increase(tollgate_charge_above_reserve_total[24h]))',
        1,
      ),
      chart(
        'Calls that ended, and calls in the book',
        'reqps',
        ['sum(rate(tollgate_calls_total[5m]))', 'ended'],
        ['sum(rate(tollgate_usage_posted_total[5m]))', 'posted'],
      ),
      chart('Calls by outcome', 'reqps', [
        'sum by (outcome) (rate(tollgate_calls_total[5m]))',
        '{{outcome}}',
      ]),
      chart('Calls with an Idempotency-Key', 'reqps', [
        'sum by (outcome) (rate(tollgate_idempotent_calls_total[5m]))',
        '{{outcome}}',
      ]),
      chart('Usage that waits on disks', 'bytes', ['tollgate_spool_bytes', '{{instance}}']),
      chart(
        'Holds',
        'none',
        ['sum(tollgate_open_holds)', 'open'],
        ['sum(tollgate_hold_leases)', 'leases'],
        ['sum(tollgate_unsettled_holds)', 'unsettled'],
      ),
      chart('Notices of payments', 'none', [
        'sum by (provider, outcome) (increase(tollgate_payment_notices_total[1h]))',
        '{{provider}} {{outcome}}',
      ]),
      chart('Automatic top-ups', 'none', [
        'sum by (outcome) (increase(tollgate_auto_topups_total[1h]))',
        '{{outcome}}',
      ]),
    ],
  },
  providers: {
    title: 'Tollgate: which provider is slow?',
    panels: [
      chart('First token, median', 's', [
        'max by (route, model) (tollgate_route_first_token_seconds)',
        '{{route}} {{model}}',
      ]),
      chart('Tokens per second, median', 'none', [
        'max by (route, model) (tollgate_route_tokens_per_second)',
        '{{route}} {{model}}',
      ]),
      chart('Attempts', 'reqps', [
        'sum by (route, kind) (rate(tollgate_route_attempts_total[5m]))',
        '{{route}} {{kind}}',
      ]),
      chart('Failed attempts', 'percentunit', [
        'sum by (route) (rate(tollgate_route_faults_total[5m])) / sum by (route) (rate(tollgate_route_attempts_total[5m]))',
        '{{route}}',
      ]),
      chart('Routes out of use', 'none', ['max by (route) (tollgate_route_isolated)', '{{route}}']),
      chart('Video jobs', 'none', ['sum by (state) (tollgate_video_jobs)', '{{state}}']),
      chart('Video jobs that ended', 'none', [
        'sum by (outcome) (increase(tollgate_video_jobs_ended_total[1h]))',
        '{{outcome}}',
      ]),
      chart('Polls of video jobs, p95', 's', [
        quantile(0.95, 'tollgate_video_poll_seconds', ', outcome'),
        '{{outcome}}',
      ]),
    ],
  },
  spend: {
    title: 'Tollgate: who spends?',
    panels: [
      list('Accounts and organizations', spendBy('wallet_id', 'wallet')),
      list('Models', spendBy('model', 'model')),
      list('Keys', spendBy('key_id', 'key')),
      list('Programs', spendBy('app_name', 'program')),
      chart('Calls by model', 'reqps', [
        'topk(10, sum by (model) (rate(tollgate_calls_total[5m])))',
        '{{model}}',
      ]),
    ],
  },
};

/** Two panels in a row. */
function place(panel, index) {
  const width = columns / 2;
  const gridPos = {
    x: (index % 2) * width,
    y: Math.floor(index / 2) * height,
    w: width,
    h: height,
  };
  return { id: index + 1, gridPos, ...panel };
}

const variable = (name, query) => ({ name, type: 'datasource', query });

export function render(name) {
  const { panels, title } = dashboards[name];
  const document = {
    uid: `tollgate-${name}`,
    title,
    tags: ['tollgate'],
    schemaVersion: 41,
    editable: true,
    refresh: '30s',
    time: name === 'spend' ? { from: 'now-7d', to: 'now' } : { from: 'now-3h', to: 'now' },
    templating: {
      list: [
        variable('prometheus', 'prometheus'),
        ...(name === 'spend' ? [variable('book', 'grafana-postgresql-datasource')] : []),
      ],
    },
    panels: panels.map(place),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

if (import.meta.filename === process.argv[1]) {
  for (const name of Object.keys(dashboards))
    writeFileSync(join(import.meta.dirname, 'dashboards', `${name}.json`), render(name));
}
