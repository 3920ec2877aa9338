// Registers as an operator writes them, for `operator apply`.
import { buildCnpj } from '../../support/builders.js';

export const account = (codigo: string, more: object = {}) => ({
  codigo,
  codigoReduzido: '10',
  descricao: `Conta ${codigo}`,
  tipo: 'ANALYTICAL',
  natureza: 'DEBIT',
  classificacao: 'Ativo',
  departamento: 'Financeiro',
  setor: 'Tesouraria',
  exigeConciliacao: true,
  ...more,
});
export const chart = (nome: string, more: object = {}) => ({
  nome,
  vigenciaInicio: '2026-01-01',
  ativo: true,
  accounts: [account('1.1'), account('1.2')],
  ...more,
});
export const company = (cnpj: string, more: object = {}) => ({
  cnpj,
  razaoSocial: 'Empresa Exemplar Ltda',
  nomeFantasia: 'Fantasia',
  regimeTributario: 'REAL_PROFIT',
  status: 'ACTIVE',
  modules: ['RECONCILIATION'],
  charts: [chart('Plano 2026')],
  ...more,
});
export const clientOf = (...companies: object[]) => ({
  clients: [{ ref: 'acme', name: 'Grupo Acme', companies }],
});
export const without = (value: Readonly<Record<string, unknown>>, ...names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
export const [ONE, TWO, THREE] = [buildCnpj(1), buildCnpj(2), buildCnpj(3)] as [string, string, string];
