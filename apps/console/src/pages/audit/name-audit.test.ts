import { nameAction } from './name-action';
import { nameTarget } from './name-target';

describe('an action of the audit log in words', () => {
  it.each([
    ['key.create', 'Key: created'],
    ['org.key.rotate', 'Key: rotated'],
    ['user.signup', 'Account: created'],
    ['user.recovery_codes.use', 'Recovery codes: used'],
    ['org_member.cb.tripped', 'Spend breaker of a member: tripped'],
    ['admin.user.unsuspend', 'Account: reinstated'],
    ['content_filter.hit', 'Content rule: matched'],
    ['admin.planned_prices.delete', 'Planned prices: deleted'],
    ['admin.price_list.import', 'Price list: imported'],
    ['edu.session.revoked', 'Session of a student: ended'],
  ])('%s', (action, words) => {
    expect(nameAction(action)).toBe(words);
  });

  it('is undefined for an action that is not known here', () => {
    expect(nameAction('key.frobnicate')).toBeUndefined();
    expect(nameAction('spaceship.create')).toBeUndefined();
    expect(nameAction('create')).toBeUndefined();
    expect(nameAction('')).toBeUndefined();
  });
});

describe('the name of what was changed', () => {
  it('is the present one, and else the former one', () => {
    expect(nameTarget({ before: { name: 'old' }, after: { name: 'new' } })).toBe('new');
    expect(nameTarget({ before: { label: 'ci' }, after: null })).toBe('ci');
    expect(nameTarget({ before: null, after: { name: null, email: 'a@example.com' } })).toBe(
      'a@example.com',
    );
  });

  it('is undefined when the entry has none', () => {
    expect(nameTarget({ before: null, after: { enabled: true } })).toBeUndefined();
    expect(nameTarget({ before: 'text', after: 7 })).toBeUndefined();
  });
});
