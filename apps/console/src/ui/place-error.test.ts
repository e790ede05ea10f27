import { ApiError } from '../api/api-error';
import { findErrorField } from './place-error';

const refuse = (param?: string) => new ApiError(400, { error: { message: 'wrong', param } });

describe('an error of the server', () => {
  it.each([
    ['name', 'name'],
    ['settings.monthlyBudgetUsd', 'monthlyBudgetUsd'],
    ['eduConfig.sessionQuota.usd', 'usd'],
    ['allowedCidrs.0', 'allowedCidrs'],
    ['keywords[12]', 'keywords'],
    ['modelMappings.3.model', 'modelMappings'],
  ])('about %s belongs to the field %s', (param, field) => {
    const fields = [
      ...['name', 'monthlyBudgetUsd', 'usd', 'allowedCidrs', 'keywords', 'modelMappings'],
    ];
    expect(findErrorField(refuse(param), fields)).toBe(field);
  });

  it('belongs to the form when it names no field of it', () => {
    expect(findErrorField(refuse('plan'), ['name'])).toBeUndefined();
    expect(findErrorField(refuse(), ['name'])).toBeUndefined();
    expect(findErrorField(new TypeError('no answer'), ['name'])).toBeUndefined();
  });
});
