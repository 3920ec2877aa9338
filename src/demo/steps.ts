// The steps of the demonstration: registers, a key, imports, release, reads, people's work, closing, webhooks. Every step
// checks its result.
import { competenceAt } from '../domain/kernel/competence.js';
import { correct, importApril, importMarch, refuse } from './imports.js';
import { enterConsole } from './console.js';
import { workMarch } from './month.js';
import type { Stage } from './stage.js';
import { webhooks } from './webhooks.js';

const MUNICIPALITY = '11222333000181';
const SHOP = '12ABC34501DE35';
const SCOPES =
  'trial_balances:write,trial_balances:read,companies:read,chart_of_accounts:read,reconciliations:read';

export async function runSteps(stage: Stage): Promise<void> {
  await registers(stage);
  const companyId = await firstReads(stage);
  const march = await importMarch(stage);
  const month = competenceAt(new Date());
  await refuse(stage, month);
  const secondVersion = await correct(stage, march);
  await release(stage, companyId);
  await readBack(stage, companyId, secondVersion);
  await releaseCurrentMonth(stage, month);
  await workMarch(stage, companyId);
  await importApril(stage);
  await closeMarch(stage, companyId);
  await webhooks(stage);
  await verify(stage);
  await enterConsole(stage);
}

async function registers(stage: Stage): Promise<void> {
  const { screen } = stage;
  screen.step('Cadastros: um cliente, duas empresas, dois planos de contas (linha de comando do operador)');
  const applied = (await stage.operator('apply', stage.fixture('registers.json'))) as Counts | null;
  screen.outcome(`${applied?.created ?? 0} cadastros criados`);
  screen.check('cliente, empresas e planos foram criados', (applied?.created ?? 0) > 0);
  screen.check('não havia nada cadastrado antes', applied?.changed === 0 && applied.unchanged === 0);

  screen.step('Chave de API para o ERP do cliente (o segredo aparece uma única vez)');
  const args = ['--client', 'demonstracao', '--name', 'ERP de demonstração', '--scopes', SCOPES];
  const issued = (await stage.operator('keys', 'issue', ...args)) as { secret: string } | null;
  screen.outcome(`chave ${issued?.secret ?? 'nenhuma'}`);
  screen.check('a chave é do ambiente de homologação', issued?.secret.startsWith('service_test_') ?? false);
  stage.useKey(issued?.secret ?? '');
}

type Counts = Readonly<{ created: number; changed: number; unchanged: number }>;

/** @returns the municipality's company id */
async function firstReads(stage: Stage): Promise<number> {
  const { screen } = stage;
  screen.step('O que a chave enxerga: empresas e plano de contas');
  const api = stage.api();
  const companies = await api.companies().toArray();
  screen.table(companies, ['id', 'razaoSocial', 'cnpj', 'regimeTributario', 'status']);
  screen.check('as duas empresas do cliente', companies.length === 2);
  const companyId = companies.find(({ cnpj }) => cnpj === MUNICIPALITY)?.id ?? 0;

  const [chart] = await api.charts({ companyId }).toArray();
  const accounts = await api.accounts(chart?.id ?? 0).page(2);
  screen.table(accounts.data, ['id', 'codigo', 'descricao', 'tipo', 'natureza', 'exigeConciliacao']);
  screen.check('o plano tem 364 contas', accounts.pagination.total === 364);
  return companyId;
}

async function release(stage: Stage, companyId: number): Promise<void> {
  const { screen } = stage;
  screen.step('Liberar março: uma conciliação por conta');
  const args = ['--company', String(companyId), '--period', '2022-03'];
  const released = (await stage.operator('release', ...args)) as {
    version: number;
    reconciliations: number;
  } | null;
  screen.outcome(`versão ${released?.version} liberada, ${released?.reconciliations} conciliações`);
  screen.check('347 conciliações, da versão 2', released?.version === 2 && released.reconciliations === 347);
}

async function readBack(stage: Stage, companyId: number, trialBalanceId: number): Promise<void> {
  const { screen } = stage;
  screen.step('Ler o que foi gravado, como um BI leria: balancetes, linhas, conciliações');
  const api = stage.api();
  const month = { companyId, period: '2022-03' };
  const versions = await api.trialBalances(month).toArray();
  screen.table(versions, ['id', 'empresaNome', 'competencia', 'versao', 'status', 'importadoPor', 'linhas']);
  const statuses = versions.map(({ status }) => status);
  screen.check('a versão 1 foi substituída e a 2 liberada', statuses.join() === 'SUPERSEDED,RELEASED');

  const lines = await api.lines(trialBalanceId).page(1, 5);
  const amounts = ['contaCodigo', 'contaDescricao', 'saldoAnterior', 'debito', 'credito', 'saldoFinal'];
  screen.table(lines.data, amounts);
  screen.check('todas as linhas podem ser lidas', lines.pagination.total === 1959);

  const reconciliations = await api.reconciliations(month).page(1, 5);
  screen.table(reconciliations.data, [
    'id',
    'contaCodigo',
    'status',
    'slaStatus',
    'prazo',
    'saldoContabil',
    'diferenca',
  ]);
  const pending = reconciliations.data.every(({ status }) => status === 'PENDING');
  screen.check('347 conciliações pendentes', reconciliations.pagination.total === 347 && pending);
}

/** The months of the real files are of 2022, so that all their deadlines have passed. */
async function releaseCurrentMonth(stage: Stage, month: string): Promise<void> {
  const { screen } = stage;
  screen.step('Liberar o mês atual da loja: os prazos ainda estão abertos');
  const shop = (await stage.api().companies().toArray()).find(({ cnpj }) => cnpj === SHOP);
  const companyId = shop?.id ?? 0;
  const released = (await stage.operator('release', '--company', String(companyId), '--period', month)) as {
    reconciliations: number;
  } | null;
  screen.outcome(`${released?.reconciliations} conciliações`);
  const { data } = await stage.api().reconciliations({ companyId, period: month }).page(1, 5);
  screen.table(data, ['id', 'competencia', 'contaCodigo', 'status', 'slaStatus', 'prazo', 'saldoContabil']);
  screen.check('nenhuma está atrasada', data.length > 0 && data.every(({ slaStatus }) => slaStatus === 'ON_TIME'));
}

async function closeMarch(stage: Stage, companyId: number): Promise<void> {
  const { screen } = stage;
  screen.step('Fechar março: a competência fechada recusa importações, até ser reaberta com um motivo');
  const month = ['--company', String(companyId), '--period', '2022-03'];
  const closed = (await stage.operator('close', ...month, '--yes')) as { ok: boolean } | null;
  screen.check('março está fechado', closed?.ok === true);
  const refused = await stage.post('/trial-balances', stage.fixture('siconfi/2022-03.json'));
  screen.outcome(`${refused.body.code}: ${refused.body.error}`);
  screen.check('409 COMPETENCE_CLOSED', refused.status === 409 && refused.body.code === 'COMPETENCE_CLOSED');
  const reopened = (await stage.operator('reopen', ...month, '--reason', 'Ajuste de auditoria')) as {
    ok: boolean;
  } | null;
  screen.check('março está reaberto', reopened?.ok === true);
}

async function verify(stage: Stage): Promise<void> {
  const { screen } = stage;
  screen.step('Conferir o log de eventos: nada foi alterado, removido ou inserido');
  const whole = (await stage.operator('verify')) as { ok: boolean; events: number; streams: number } | null;
  screen.outcome(`${whole?.events} eventos em ${whole?.streams} streams`);
  screen.check('o log está íntegro', whole?.ok === true);
}
