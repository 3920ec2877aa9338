// Names of parameters that stand for others.
import { describe, expect, it } from '#jest';
import { nearestParameter, parseQuery } from '../../../../src/api/http/request/query.js';
import { importQuery } from '../../../../src/api/rest/imports.js';

const TRIAL_BALANCES = ['page', 'limit', 'companyId', 'cnpj', 'period', 'status', 'updatedSince', 'order'];

describe('The name of a parameter', () => {
  it.each([
    ['competencia', 'period'],
    ['Competência', 'period'],
    ['periodo', 'period'],
    ['perod', 'period'],
    ['PERIOD', 'period'],
    ['empresaId', 'companyId'],
    ['company_id', 'companyId'],
    ['companyid', 'companyId'],
    ['pagina', 'page'],
    ['pages', 'page'],
    ['mes', 'period'],
    ['mês', 'period'],
    ['limite', 'limit'],
    ['pageSize', 'limit'],
    ['page_size', 'limit'],
    ['perPage', 'limit'],
    ['per_page', 'limit'],
    ['situacao', 'status'],
    ['statsu', 'status'],
    ['ordem', 'order'],
    ['updated_since', 'updatedSince'],
    ['cpnj', 'cnpj'],
  ])('%s stands for %s', (given, meant) => {
    expect(nearestParameter(given, TRIAL_BALANCES)).toBe(meant);
  });

  it.each(['_', 't', 'utm_source', 'fields', 'tenant', 'token', '', '__proto__', 'constructor'])(
    '%s stands for none',
    (given) => {
      expect(nearestParameter(given, TRIAL_BALANCES)).toBeNull();
    },
  );

  it.each(['validateonly=true', 'VALIDATEONLY=true', 'validate_only=true', 'validatOnly=true', 'validate=true'])(
    '%s does not import',
    (query) => {
      const [name = ''] = query.split('=');
      const message = `parâmetro desconhecido: ${name} (você quis dizer validateOnly?)`;
      expect(() => parseQuery(importQuery, query)).toThrow(
        expect.objectContaining({ problem: { is: 'ParameterInvalid', messages: [message] } }),
      );
    },
  );

  it('stands for a parameter of its own list only', () => {
    expect(nearestParameter('competencia', ['page', 'limit'])).toBeNull();
    expect(nearestParameter('codigo', ['page', 'contaCodigo'])).toBe('contaCodigo');
    expect(nearestParameter('contaCodigo', ['page', 'codigo'])).toBe('codigo');
    expect(nearestParameter('sla', ['page', 'slaStatus'])).toBe('slaStatus');
    expect(nearestParameter('desde', ['page', 'from', 'to'])).toBe('from');
    expect(nearestParameter('atual', ['page', 'current'])).toBe('current');
    expect(nearestParameter('minAgeDays', ['page', 'itensHaMaisDe'])).toBe('itensHaMaisDe');
    expect(nearestParameter('idadeMinima', ['page', 'minAgeDays'])).toBe('minAgeDays');
    expect(nearestParameter('cnpj_empresa', ['page', 'cnpj'])).toBe('cnpj');
    expect(nearestParameter('scope', ['page', 'escopo'])).toBe('escopo');
  });

  it.each([
    ['periodFrom', 'periodFrom'],
    ['periodTo', 'periodTo'],
    ['competenciaInicial', 'periodFrom'],
    ['competência_final', 'periodTo'],
  ])('%s stands for %s, and for period in a list of one month', (given, meant) => {
    const ofOneMonth = ['page', 'limit', 'companyId', 'period'];
    expect(nearestParameter(given, [...ofOneMonth, 'periodFrom', 'periodTo'])).toBe(meant);
    expect(nearestParameter(given, ofOneMonth)).toBe('period');
  });
});
