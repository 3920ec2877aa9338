// `release`, `close`, `reopen` of a competence, its checklist and its balances with other companies.
import { closeCompetence, previewClosing, reopenCompetence } from '../../commands/competence/closeCompetence.js';
import { reopenPoint, tickPoint } from '../../commands/competence/checklist.js';
import { release, type CompanyCompetence } from '../../commands/competence/release.js';
import { CLOSERS, RELEASERS, roles as ALL_ROLES, WRITERS } from '../../domain/clients/roles.js';
import { wantsConfirmation } from '../../domain/books/closingWarnings.js';
import { closingWarningSentence } from '../../messages/closing.js';
import { closingWarning } from '../../messages/confirmations.js';
import { ofMonth } from '../arguments.js';
import { command, flag, listCommand, optional, required, type ValuesOf, type Running } from '../command.js';
import { companyFor, companyOf, maySee } from '../permissions.js';
import type { OperatorDependencies } from '../dependencies.js';

const releaseMonth = command({
  name: 'release',
  says: 'libera para conciliação a versão mais nova do balancete',
  roles: RELEASERS,
  changes: true,
  examples: ['release --company 1 --period 2026-10'],
  takes: ofMonth,
  async run(options, deps, running) {
    const released = await release(deps, competenceOf(deps, running, options), running);
    const { trialBalanceId, version, reconciliations, position } = released;
    return { json: { ok: true, trialBalanceId, version, reconciliations }, change: { position } };
  },
});

const close = command({
  name: 'close',
  says: 'fecha a competência: novas importações e liberações passam a ser recusadas',
  roles: CLOSERS,
  changes: true,
  examples: [
    'close --company 1 --period 2026-10',
    "close --company 1 --period 2026-10 --yes --confirm-statement 'Declaro que conferi os saldos'",
  ],
  takes: {
    ...ofMonth,
    yes: flag(
      'não pede confirmação; obrigatória fora de um terminal, se há conciliações por concluir ou meses anteriores abertos',
    ),
    confirmStatement: optional('<texto>', 'a declaração da empresa, que a recusa sem esta opção mostra'),
  },
  async run({ yes, confirmStatement, ...month }, deps, running) {
    const books = competenceOf(deps, running, month);
    const before = await previewClosing(deps, books, running);
    if (before?.warnings.some(wantsConfirmation))
      await running.confirm(closingWarning(month.period, before.warnings.map(closingWarningSentence)), yes);
    const confirmed = confirmedIn(confirmStatement ?? '', before?.statement ?? null);
    const { warnings, position } = await closeCompetence(deps, { ...books, confirmed }, running);
    return { json: { ok: true, warnings: warnings.map(closingWarningSentence) }, change: { position } };
  },
});

const reopen = command({
  name: 'reopen',
  says: 'reabre a última competência fechada',
  roles: CLOSERS,
  changes: true,
  examples: ["reopen --company 1 --period 2026-10 --reason 'lançamento de depreciação esquecido'"],
  takes: { ...ofMonth, reason: required('<texto>', 'justificativa') },
  async run({ reason, ...month }, deps, running) {
    const { position } = await reopenCompetence(deps, { ...competenceOf(deps, running, month), reason }, running);
    return { json: { ok: true, warnings: [] }, change: { position } };
  },
});

/** The company's text, when it is what was confirmed, which may have the lines of it in one; else null. */
function confirmedIn(text: string, statement: string | null): string | null {
  const words = (one: string): string => one.replace(/\s+/g, ' ').trim();
  return statement !== null && words(text) === words(statement) ? statement : null;
}

const checklistList = listCommand({
  name: 'checklist list',
  says: 'lista os pontos, calculados e da empresa',
  roles: ALL_ROLES,
  examples: ['checklist list --company 1 --period 2026-10'],
  takes: ofMonth,
  first: ['descricao', 'feito', 'impeditivo', 'papel', 'prazo', 'feitoPor', 'feitoEm'],
  rows: async ({ company, period }, deps, running) =>
    deps.queries.checklist(companyFor(deps, running, company).companyId, period),
});

// A point may name a role of its own: commands/competence/checklist.ts.
const checklistTick = command({
  name: 'checklist tick',
  says: 'conclui um ponto da empresa',
  roles: WRITERS,
  changes: true,
  examples: ["checklist tick --company 1 --period 2026-10 --point 'Inventário conferido'"],
  takes: { ...ofMonth, point: required('<texto>', 'texto do ponto') },
  async run({ point, ...month }, deps, running) {
    const { position } = await tickPoint(deps, { ...competenceOf(deps, running, month), point }, running);
    return { json: { ok: true }, change: { position } };
  },
});

const checklistReopen = command({
  name: 'checklist reopen',
  says: 'reabre um ponto concluído',
  roles: WRITERS,
  changes: true,
  examples: [
    "checklist reopen --company 1 --period 2026-10 --point 'Inventário conferido' --comment 'faltou um item'",
  ],
  takes: {
    ...ofMonth,
    point: required('<texto>', 'texto do ponto'),
    comment: required('<texto>', 'por que'),
  },
  async run({ point, comment, ...month }, deps, running) {
    const place = { ...competenceOf(deps, running, month), point, comment };
    const { position } = await reopenPoint(deps, place, running);
    return { json: { ok: true }, change: { position } };
  },
});

const intercompanyList = listCommand({
  name: 'intercompany list',
  says: 'lista os saldos da empresa com outras, lado a lado, e a diferença',
  roles: ALL_ROLES,
  examples: ['intercompany list --company 1 --period 2026-10'],
  takes: ofMonth,
  first: ['prefixo', 'saldo', 'contraparteId', 'contrapartePrefixo', 'contraparteSaldo', 'diferenca'],
  async rows({ company, period }, deps, running) {
    const { companyId } = companyFor(deps, running, company);
    return deps.queries.intercompany(companyId, period, (other) => maySee(deps, running, other));
  },
});

function competenceOf(
  deps: OperatorDependencies,
  running: Running,
  { company, period }: ValuesOf<typeof ofMonth>,
): CompanyCompetence {
  return { company: companyOf(deps, running, company), competence: period };
}

export const commands = [
  releaseMonth,
  close,
  reopen,
  checklistList,
  checklistTick,
  checklistReopen,
  intercompanyList,
];
