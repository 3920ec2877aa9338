// `companies list`, `charts list`, `calls list`, `trial-balances list`: rows as in REST.
import { roles as ALL_ROLES } from '../../domain/clients/roles.js';
import { asOf as asOfOption, ofCompany, upTo } from '../arguments.js';
import { listCommand, withDefault } from '../command.js';
import { companyFor, maySee } from '../permissions.js';

const CALLS_MAX = 1_000;

const companies = listCommand({
  name: 'companies list',
  says: 'lista as empresas de todos os clientes',
  roles: ALL_ROLES,
  examples: ['companies list', 'companies list --as ana@cliente.com.br'],
  first: ['id', 'cnpj', 'razaoSocial', 'status', 'regimeTributario', 'nomeFantasia'],
  async rows(_, deps, running) {
    const isSeen = (id: unknown): boolean => maySee(deps, running, Number(id));
    const seen = (await deps.queries.companies()).filter(({ id }) => isSeen(id));
    return seen.map(({ empresaControladoraId: parent, ...row }) => ({
      ...row,
      empresaControladoraId: isSeen(parent) ? parent : null,
    }));
  },
});

const charts = listCommand({
  name: 'charts list',
  says: 'lista os planos de contas de todas as empresas',
  roles: ALL_ROLES,
  examples: ['charts list'],
  async rows(_, deps, running) {
    const all = await deps.queries.charts();
    return all.filter(({ empresaId }) => maySee(deps, running, Number(empresaId)));
  },
});

const calls = listCommand({
  name: 'calls list',
  says: 'lista as últimas chamadas, da mais nova para a mais antiga',
  roles: 'operator',
  examples: ['calls list --limit 20'],
  takes: {
    limit: withDefault('<n>', `quantidade máxima de chamadas, até ${CALLS_MAX}`, upTo(CALLS_MAX), CALLS_MAX),
  },
  first: ['at', 'route', 'status', 'durationMs', 'keyName', 'requestId'],
  rows: ({ limit }, { queries }) => queries.calls(limit),
});

const trialBalances = listCommand({
  name: 'trial-balances list',
  says: 'lista os balancetes de uma empresa, todas as versões',
  roles: ALL_ROLES,
  examples: ['trial-balances list --company 1', 'trial-balances list --company 1 --as-of 2026-10-31'],
  takes: { ...ofCompany, asOf: asOfOption },
  first: ['id', 'competencia', 'versao', 'status', 'linhas', 'importadoEm', 'importadoPor'],
  rows: async ({ company, asOf }, deps, running) =>
    deps.queries.trialBalances(companyFor(deps, running, company).companyId, asOf),
});

export const commands = [companies, charts, calls, trialBalances];
