// `companies list`, `charts list`, `calls list`, `trial-balances list`: rows as in REST.
import { roles as ALL_ROLES } from '../../domain/clients/roles.js';
import { asOf as asOfOption, ofCompany, upTo } from '../arguments.js';
import { command, withDefault } from '../command.js';
import { companyFor, maySee } from '../permissions.js';
import { table } from '../output.js';

const CALLS_MAX = 1_000;

/** What a list shows first; a narrow terminal leaves out what follows. */
const COMPANY_COLUMNS = ['id', 'cnpj', 'razaoSocial', 'status', 'regimeTributario', 'nomeFantasia'];
const CALL_COLUMNS = ['at', 'route', 'status', 'durationMs', 'keyName', 'requestId'];
const TRIAL_BALANCE_COLUMNS = ['id', 'competencia', 'versao', 'status', 'linhas', 'importadoEm', 'importadoPor'];

const companies = command({
  name: 'companies list',
  says: 'lista as empresas de todos os clientes',
  roles: ALL_ROLES,
  changes: false,
  examples: ['companies list', 'companies list --as ana@cliente.com.br'],
  async run(_, deps, running) {
    const isSeen = (id: unknown): boolean => maySee(deps, running, Number(id));
    const seen = (await deps.queries.companies()).filter(({ id }) => isSeen(id));
    const rows = seen.map(({ empresaControladoraId: parent, ...row }) => ({
      ...row,
      empresaControladoraId: isSeen(parent) ? parent : null,
    }));
    return { json: rows, text: table(rows, { first: COMPANY_COLUMNS }) };
  },
});

const charts = command({
  name: 'charts list',
  says: 'lista os planos de contas de todas as empresas',
  roles: ALL_ROLES,
  changes: false,
  examples: ['charts list'],
  async run(_, deps, running) {
    const all = await deps.queries.charts();
    return { json: all.filter(({ empresaId }) => maySee(deps, running, Number(empresaId))) };
  },
});

const calls = command({
  name: 'calls list',
  says: 'lista as últimas chamadas, da mais nova para a mais antiga',
  roles: 'operator',
  changes: false,
  examples: ['calls list --limit 20'],
  takes: {
    limit: withDefault('<n>', `quantidade máxima de chamadas, até ${CALLS_MAX}`, upTo(CALLS_MAX), CALLS_MAX),
  },
  async run({ limit }, { queries }) {
    const rows = await queries.calls(limit);
    return { json: rows, text: table(rows, { first: CALL_COLUMNS }) };
  },
});

const trialBalances = command({
  name: 'trial-balances list',
  says: 'lista os balancetes de uma empresa, todas as versões',
  roles: ALL_ROLES,
  changes: false,
  examples: ['trial-balances list --company 1', 'trial-balances list --company 1 --as-of 2026-10-31'],
  takes: { ...ofCompany, asOf: asOfOption },
  async run({ company, asOf }, deps, running) {
    const { companyId } = companyFor(deps, running, company);
    const rows = await deps.queries.trialBalances(companyId, asOf);
    return { json: rows, text: table(rows, { first: TRIAL_BALANCE_COLUMNS }) };
  },
});

export const commands = [companies, charts, calls, trialBalances];
