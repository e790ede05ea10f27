import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { templateNames } from '@tollgate/content-rules';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  validate,
} from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getOrgRequest } from '../shared/requester.http';
import type { ChangeRules, RuleSettings } from './change-rules';
import {
  type contentFilterOperations,
  createRuleBody,
  type ruleSchema,
  testRulesBody,
  updateRuleBody,
} from './content-filters.operations';
import type { ListRules, RuleView, TestRules } from './list-rules';

export interface ContentFilterOptions {
  readonly idempotency: IdempotencyStore;
  readonly listRules: ListRules;
  readonly changeRules: ChangeRules;
  readonly testRules: TestRules;
}

export function createContentFilterHandlers(
  options: ContentFilterOptions,
): Handlers<typeof contentFilterOperations> {
  const { changeRules, listRules, testRules } = options;
  return {
    'GET /api/orgs/{orgId}/content-filters': async (request, response) => {
      const rules = await listRules.list(getOrgRequest(request, response));
      response.json({ rules: rules.map(renderRule), templates: [...templateNames] });
    },
    'POST /api/orgs/{orgId}/content-filters': createRuleRoute(options),
    'GET /api/orgs/{orgId}/content-filters/{ruleId}': async (request, response) => {
      const ruleId = getPathParameter(request, 'ruleId');
      response.json(renderRule(await listRules.get(getOrgRequest(request, response), ruleId)));
    },
    'PATCH /api/orgs/{orgId}/content-filters/{ruleId}': async (request, response) => {
      const target = getOrgRequest(request, response);
      const body = await readJsonBody(request);
      const change = readChange(validate(updateRuleBody, body));
      const rule = await changeRules.update(target, getPathParameter(request, 'ruleId'), change);
      const [view] = await listRules.view([rule]);
      response.json(view && renderRule(view));
    },
    'DELETE /api/orgs/{orgId}/content-filters/{ruleId}': async (request, response) => {
      const ruleId = getPathParameter(request, 'ruleId');
      await changeRules.remove(getOrgRequest(request, response), ruleId);
      response.status(204).end();
    },
    'POST /api/orgs/{orgId}/content-filters/test': testRulesRoute(testRules),
  };
}

function createRuleRoute({
  changeRules,
  idempotency: store,
  listRules,
}: ContentFilterOptions): RequestHandler {
  return async (request, response) => {
    const target = getOrgRequest(request, response);
    await answerOnce({
      store,
      request,
      response,
      account: target.requester.actor.userId,
      run: async (body, ulid) => {
        const { enabled: isEnabled, shadow: isShadow, ...rest } = validate(createRuleBody, body);
        const rule = await changeRules.create(target, ulid, { ...rest, isEnabled, isShadow });
        const [view] = await listRules.view([rule]);
        return { status: 201, body: view && renderRule(view) };
      },
    });
  };
}

function testRulesRoute(testRules: TestRules): RequestHandler {
  return async (request, response) => {
    const target = getOrgRequest(request, response);
    const body = await readJsonBody(request);
    const { text } = validate(testRulesBody, body);
    const { action, hits, texts } = await testRules(target, text);
    const matches = hits.flatMap(({ rule, spans }) =>
      spans.map(({ end, start }) => ({ ruleId: rule.id, start, end })),
    );
    response.json({ action, matches, redactedText: texts[0] ?? text });
  };
}

function readChange(body: z.output<typeof updateRuleBody>): Partial<RuleSettings> {
  const { enabled: isEnabled, shadow: isShadow, ...rest } = body;
  const renamed = { ...rest, isEnabled, isShadow };
  const given = Object.entries(renamed).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

function renderRule({ hits, rule }: RuleView): z.input<typeof ruleSchema> {
  return {
    id: rule.id,
    name: rule.name,
    kind: rule.kind,
    template: rule.template,
    pattern: rule.pattern,
    flags: rule.flags,
    keywords: [...rule.keywords],
    action: rule.action,
    enabled: rule.isEnabled,
    shadow: rule.isShadow,
    priority: rule.priority,
    applyTo: [...rule.applyTo],
    teamIds: [...rule.teamIds],
    createdAt: formatTime(rule.createdAt),
    updatedAt: formatTime(rule.updatedAt),
    createdBy: rule.createdBy,
    hits30d: hits,
  };
}
