import type { ContentRule, ScannedText, TemplateName } from './content-rule';
import { compileRules } from './rule-set';
import { scanTexts } from './scan-texts';

const base: ContentRule = {
  id: 'rule_1',
  kind: 'keyword',
  template: null,
  pattern: null,
  flags: 'i',
  keywords: [],
  action: 'redact',
  applyTo: ['system', 'user', 'assistant', 'tool'],
  teamIds: [],
  isShadow: false,
};
const keyword = (...keywords: string[]): ContentRule => ({ ...base, keywords });
const regex = (pattern: string, flags = 'i'): ContentRule => ({
  ...base,
  kind: 'regex',
  pattern,
  flags,
});
const template = (name: TemplateName): ContentRule => ({
  ...base,
  kind: 'template',
  template: name,
});
const say = (text: string, role: ScannedText['role'] = 'user'): ScannedText => ({
  role,
  text,
  isNew: true,
});

function redactWith(rule: ContentRule, text: string): string {
  return scanTexts(compileRules([rule]), [say(text)]).texts[0] ?? '';
}

describe('keywords', () => {
  it.each([
    ['The SECRET is out', 'The [REDACTED] is out'],
    ['secret secret,secret', '[REDACTED] [REDACTED],[REDACTED]'],
    ['secrets and unsecret stay', 'secrets and unsecret stay'],
    ['a sec\u200bret and a s\u00adecret', 'a [REDACTED] and a [REDACTED]'],
    ['ｓｅｃｒｅｔ in full width', '[REDACTED] in full width'],
    ['ｓｅｃ\u200dｒｅｔ\u2060!', '[REDACTED]\u2060!'],
    ['no match', 'no match'],
  ])('are whole words, however they are written: %s', (text, expected) => {
    expect(redactWith(keyword('secret'), text)).toBe(expected);
  });

  it('need no spaces around them in scripts without spaces', () => {
    expect(redactWith(keyword('秘密'), 'これは秘密です')).toBe('これは[REDACTED]です');
  });

  it('match letters with marks, composed or not', () => {
    expect(redactWith(keyword('café'), 'a cafe\u0301, a café, a cafés')).toBe(
      'a [REDACTED], a [REDACTED], a cafés',
    );
  });

  it('may hold signs of the pattern language', () => {
    expect(redactWith(keyword('c++ (draft)'), 'my C++ (draft) here')).toBe('my [REDACTED] here');
  });
});

describe('templates', () => {
  it.each<[TemplateName, string, string]>([
    ['email', 'mail ada.l+x@mail.example.co.uk now', 'mail [REDACTED] now'],
    ['email', 'not@an address', 'not@an address'],
    ['phone', 'call +49 30 901820 today', 'call [REDACTED] today'],
    ['phone', 'call (415) 555-2671', 'call [REDACTED]'],
    ['phone', 'pi is 3.14159', 'pi is 3.14159'],
    ['credit_card', 'pay 4111 1111 1111 1111 please', 'pay [REDACTED] please'],
    ['credit_card', 'order 4111 1111 1111 1112 is no card', 'order 4111 1111 1111 1112 is no card'],
    ['iban', 'to DE89 3704 0044 0532 0130 00 please', 'to [REDACTED] please'],
    ['iban', 'to DE88 3704 0044 0532 0130 00 please', 'to DE88 3704 0044 0532 0130 00 please'],
    ['ssn', 'ssn 123-45-6789.', 'ssn [REDACTED].'],
    ['ssn', 'code 666-45-6789.', 'code 666-45-6789.'],
    ['ip_address', 'host 10.0.0.1 up', 'host [REDACTED] up'],
    ['ip_address', 'host 2001:db8::1 up', 'host [REDACTED] up'],
    ['ip_address', 'at 12:30:45 version 300.1.2.3', 'at 12:30:45 version 300.1.2.3'],
    ['aws_key', 'AKIAIOSFODNN7EXAMPLE', '[REDACTED]'],
    ['api_key', 'key sk-proj-abcdefghij0123456789XYZ end', 'key [REDACTED] end'],
    ['api_key', 'a sk-short one', 'a sk-short one'],
    [
      'private_key',
      'x -----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY----- y',
      'x [REDACTED] y',
    ],
  ])('%s: %s', (name, text, expected) => {
    expect(redactWith(template(name), text)).toBe(expected);
  });
});

describe('patterns', () => {
  it('take flags', () => {
    expect(redactWith(regex('tango', ''), 'Tango tango')).toBe('Tango [REDACTED]');
    expect(redactWith(regex('^b', 'm'), 'a\nbc')).toBe('a\n[REDACTED]c');
  });

  it('of different rules leave one gap where they overlap', () => {
    const rules = compileRules([regex('alpha beta'), { ...regex('beta gamma'), id: 'rule_2' }]);
    expect(scanTexts(rules, [say('x alpha beta gamma y')]).texts).toEqual(['x [REDACTED] y']);
  });

  it('cannot be made to run for long', () => {
    const text = `${'a'.repeat(100_000)}!`;
    const startedMs = performance.now();
    const rules = compileRules(
      ['(a+)+$', '(.*a){30}', '(a|aa)+$', '(x+x+)+y'].map((one) => regex(one)),
    );
    scanTexts(rules, [say(text)]);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});

describe('several rules', () => {
  it('apply the strongest action of all hits', () => {
    const rules = (['flag', 'redact', 'block'] as const).map((action) => ({
      ...keyword('tango'),
      id: action,
      action,
    }));
    const act = (...picked: ContentRule[]): unknown =>
      scanTexts(compileRules(picked), [say('tango')]).action;
    const [flag, redact, block] = rules as [ContentRule, ContentRule, ContentRule];
    expect(act(flag)).toBe('flag');
    expect(act(flag, redact)).toBe('redact');
    expect(act(flag, redact, block)).toBe('block');
    expect(act(keyword('other'))).toBeNull();
  });

  it('only count in the shadow', () => {
    const shadow = { ...keyword('tango'), isShadow: true };
    const result = scanTexts(compileRules([shadow]), [say('tango')]);
    expect(result).toMatchObject({ action: null, texts: ['tango'], hits: [{ rule: shadow }] });
  });

  it('look only at the roles and teams that they are for', () => {
    const rule = { ...keyword('tango'), applyTo: ['tool'], teamIds: ['team_1'] } as const;
    const set = compileRules([rule]);
    const act = (role: ScannedText['role'], teamId: string): unknown =>
      scanTexts(set, [say('tango', role)], { teamId }).action;
    expect(act('tool', 'team_1')).toBe('redact');
    expect(act('tool', 'team_2')).toBeNull();
    expect(act('user', 'team_1')).toBeNull();
  });

  it('report the places of every hit on request', () => {
    const rule: ContentRule = { ...keyword('tango'), action: 'flag' };
    const { hits } = scanTexts(compileRules([rule]), [say('ｔango, tango')], { wantsSpans: true });
    expect(hits[0]?.spans).toEqual([
      { start: 0, end: 5 },
      { start: 7, end: 12 },
    ]);
  });
});
