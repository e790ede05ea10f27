import { sumRows } from './bill';
import { readNanos } from './read-amount';
import { readBill } from './read-bill';
import { readCsvBill } from './read-csv-bill';
import { readJsonBill } from './read-json-bill';

const dollar = 1_000_000_000n;

describe('an amount of money of a report', () => {
  it.each([
    ['0.8958740000000000', 0, 895_874_000n],
    [0.06, 0, 60_000_000n],
    [1.5e-7, 0, 150n],
    ['123.78912', -2, 1_237_891_200n],
    ['0.0000000005', 0, 1n],
    ['0.00000000049', 0, 0n],
    ['-1.5', 0, -1_500_000_000n],
  ])('is exact to the nano: %s', (value, shift, nanos) => {
    expect(readNanos(value, shift)).toBe(nanos);
  });

  it('is a number', () => {
    expect(() => readNanos('12 USD')).toThrow('not an amount');
  });
});

describe("OpenAI's reports", () => {
  it('are read from the costs API', () => {
    const cost = (value: number | string, item: string | null) => ({
      object: 'organization.costs.result',
      amount: { value, currency: 'usd' },
      line_item: item,
      project_id: null,
    });
    const page = {
      object: 'page',
      data: [
        {
          object: 'bucket',
          start_time: 1_730_419_200,
          end_time: 1_730_505_600,
          results: [
            cost(0.06, 'gpt-4o-2024-08-06, input'),
            cost('0.0400000000', 'gpt-4o-2024-08-06, output'),
            cost(1, null),
          ],
        },
      ],
      has_more: false,
      next_page: null,
    };
    expect(sumRows(readJsonBill(page))).toEqual([
      { day: '2024-11-01', model: 'gpt-4o-2024-08-06', costNanos: dollar / 10n },
      { day: '2024-11-01', model: '', costNanos: dollar },
    ]);
  });

  it('are read from pages of the usage API', () => {
    const page = {
      object: 'page',
      data: [
        {
          object: 'bucket',
          start_time: 1_730_419_200,
          end_time: 1_730_505_600,
          results: [
            {
              object: 'organization.usage.completions.result',
              input_tokens: 1_000,
              output_tokens: 500,
              input_cached_tokens: 800,
              num_model_requests: 5,
              project_id: null,
              model: 'gpt-4o-2024-08-06',
              batch: null,
            },
          ],
        },
      ],
    };
    expect(sumRows(readJsonBill([page, page]))).toEqual([
      {
        ...{ day: '2024-11-01', model: 'gpt-4o-2024-08-06' },
        ...{ requests: 10n, inputTokens: 2_000n, outputTokens: 1_000n },
      },
    ]);
  });

  it('are read from the exports of the dashboard', () => {
    const head = 'start_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,';
    const costs = [
      `${head}line_item,project_id,organization_id,organization_name`,
      '1759622400,1759708800,2025-10-05T00:00:00+00:00,2025-10-06T00:00:00+00:00,' +
        '0.8958740000000000,usd,"gpt-5-mini-2025-08-07, output",,org-x,Personal',
      '1759968000,1760054400,2025-10-09T00:00:00+00:00,2025-10-10T00:00:00+00:00,,,,,,',
    ].join('\r\n');
    expect(readCsvBill(costs)).toEqual([
      { day: '2025-10-05', model: 'gpt-5-mini-2025-08-07', costNanos: 895_874_000n },
    ]);
    const usage =
      'start_time\tstart_time_iso\tnum_model_requests\tmodel\tinput_tokens\toutput_tokens\n' +
      '1759622400\t2025-10-05T00:00:00+00:00\t7\tgpt-5-mini-2025-08-07\t100\t20\n';
    expect(readCsvBill(usage)).toEqual([
      {
        ...{ day: '2025-10-05', model: 'gpt-5-mini-2025-08-07' },
        ...{ requests: 7n, inputTokens: 100n, outputTokens: 20n },
      },
    ]);
  });
});

describe("Anthropic's reports", () => {
  it('are read from the cost report, in cents', () => {
    const result = {
      currency: 'USD',
      amount: '123.78912',
      workspace_id: null,
      description: 'Claude Sonnet 4 Usage - Input Tokens',
      cost_type: 'tokens',
      context_window: '0-200k',
      model: 'claude-sonnet-4-20250514',
      service_tier: 'standard',
      token_type: 'uncached_input_tokens',
    };
    const data = [
      { starting_at: '2025-08-01T00:00:00Z', ending_at: '2025-08-02T00:00:00Z', results: [result] },
    ];
    expect(readJsonBill({ data, has_more: false, next_page: null })).toEqual([
      { day: '2025-08-01', model: 'claude-sonnet-4-20250514', costNanos: 1_237_891_200n },
    ]);
  });

  it('are read from the usage report, with all parts of the prompt', () => {
    const result = {
      uncached_input_tokens: 1_500,
      cache_creation: { ephemeral_1h_input_tokens: 1_000, ephemeral_5m_input_tokens: 500 },
      cache_read_input_tokens: 200,
      output_tokens: 300,
      server_tool_use: { web_search_requests: 10 },
      model: 'claude-sonnet-4-20250514',
    };
    const data = [{ starting_at: '2025-08-01T00:00:00Z', results: [result] }];
    expect(readJsonBill({ data })).toEqual([
      {
        ...{ day: '2025-08-01', model: 'claude-sonnet-4-20250514' },
        ...{ inputTokens: 3_200n, outputTokens: 300n },
      },
    ]);
  });

  it('are read from the export of the console', () => {
    const text =
      'usage_date_utc,model_version,api_key,workspace,usage_type,context_window,' +
      'usage_input_tokens_no_cache,usage_input_tokens_cache_write_5m,' +
      'usage_input_tokens_cache_write_1h,usage_input_tokens_cache_read,usage_output_tokens,' +
      'web_search_count\n' +
      '2026-03-22,claude-sonnet-4-20250514,key,Default,standard,≤ 200k,100,20,3,4000,50,0\n';
    expect(readCsvBill(text)).toEqual([
      {
        ...{ day: '2026-03-22', model: 'claude-sonnet-4-20250514' },
        ...{ inputTokens: 4_123n, outputTokens: 50n },
      },
    ]);
  });
});

describe('any other report', () => {
  it('is a CSV file with plain names', () => {
    const text =
      'date,model,requests,input_tokens,output_tokens,cost\n2026-11-01,"a ""b""",1,2,3,0.5';
    expect(readCsvBill(text)).toEqual([
      {
        ...{ day: '2026-11-01', model: 'a "b"', requests: 1n, inputTokens: 2n, outputTokens: 3n },
        costNanos: dollar / 2n,
      },
    ]);
  });

  it.each([
    ['model,cost\na,1', 'needs a column'],
    ['date,model,cost\nyesterday,a,1', 'not a day'],
    ['date,model,cost\n2026-11-01,a,much', 'not an amount'],
    ['date,model,requests\n2026-11-01,a,-1', 'not a count'],
    ['date,model\n2026-11-01,"a', 'wrong quote'],
    ['date,model', 'no rows'],
  ])('is refused when it is wrong', (text, message) => {
    expect(() => readCsvBill(text)).toThrow(message);
    expect(() => readJsonBill({})).toThrow('no data');
  });
});

describe('a bill', () => {
  it('is JSON or CSV, with the rows of a day and model added up', () => {
    const csv = 'date,model,cost\n2026-11-02,a,1\n2026-11-01,a,1\n2026-11-02,a,2';
    const { days, rows } = readBill(csv);
    expect(days).toEqual(['2026-11-01', '2026-11-02']);
    expect(rows).toContainEqual({ day: '2026-11-02', model: 'a', costNanos: dollar * 3n });
    const results = [{ amount: { value: 1 }, line_item: 'a' }];
    const json = JSON.stringify({ data: [{ start_time: '2026-11-01', results }] });
    expect(readBill(json).days).toEqual(['2026-11-01']);
  });

  it.each([
    ['date,model,cost\n2026-11-01,a,', 'bills nothing'],
    ['{"data":', 'neither CSV nor JSON'],
  ])('is refused: %j', (text, message) => {
    expect(() => readBill(text)).toThrow(message);
  });
});
