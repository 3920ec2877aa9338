// Errors of registers for the forms of the console: the label of the field instead of its place in a file.

import { accountColumnNames } from './charts.js';
import { oneLine, wholeNumber } from './formats.js';
import type { PrefixedRule, UnusedPrefix } from '../domain/clients/unusedPrefixes.js';
import { stepNames } from '../domain/clients/owners.js';

/** Of the form; a registers' file has more. */
export const HOLIDAYS_TYPED_MAX = 1_000;
export const TOO_MANY_HOLIDAYS = `Há mais de ${wholeNumber(HOLIDAYS_TYPED_MAX)} linhas. Nada foi lido: informe uma data por linha`;

type FieldErrors = readonly Readonly<{ path: string; message: string }>[];

/** By the end of the field's place. */
const LABELS: Readonly<Record<string, string>> = {
  nome: 'Nome do plano',
  vigenciaInicio: 'Início da vigência',
  vigenciaFim: 'Fim da vigência',
  ...accountColumnNames,
  razaoSocial: 'Razão social',
  nomeFantasia: 'Nome fantasia',
  cnpj: 'CNPJ',
  regimeTributario: 'Regime tributário',
  status: 'Situação',
  controladoraCnpj: 'Controladora',
  modules: 'Módulos',
  email: 'E-mail',
  name: 'Nome',
  roles: 'Papéis',
  holidays: 'Feriados',
  'deadlines.preparer': 'Prazo do Elaborador',
  'deadlines.reviewer': 'Prazo do Revisor',
  'deadlines.approver': 'Prazo do Aprovador',
  'autoApproval.upTo': 'Saldo de até',
  carry: 'Contas a trazer do mês anterior',
  'variation.prefix': 'Variação, contas',
  'variation.amount': 'Variação, valor',
  'variation.percent': 'Variação, percentual',
  'risk.prefix': 'Risco, contas',
  'risk.level': 'Risco, nível',
  'checklist.text': 'Checklist, texto',
  'checklist.workingDay': 'Checklist, dia útil',
  statement: 'Declaração',
  'intercompany.counterpart': 'Saldos entre empresas, CNPJ',
  'tolerance.prefix': 'Tolerância, contas',
  'tolerance.amount': 'Tolerância, valor',
  'tolerance.percent': 'Tolerância, percentual',
  departamento: 'Departamento',
  setor: 'Setor',
  ...stepNames,
};

const RULE_NAMES: Readonly<Record<PrefixedRule, string>> = {
  carry: 'trazer do mês anterior',
  tolerance: 'tolerância',
  variation: 'variação',
  risk: 'risco',
};

/** A rule that no account of the company's charts follows. */
export function unusedPrefixText({ rule, prefix }: UnusedPrefix): string {
  return `Nenhuma conta dos planos da empresa começa com "${oneLine(prefix)}" (regra de ${RULE_NAMES[rule]})`;
}

/** Shown instead, so that a client does not learn of another client's people. */
const OF_ANOTHER_CLIENT = 'este e-mail é de um usuário de outro cliente';
const EMAIL_IN_USE = 'este e-mail já está em uso';

/** What the cells of a chart's file hold, in a person's words. */
const CELL_VALUES: Readonly<Record<string, string>> = {
  tipo: 'deve ser Analítica ou Sintética',
  natureza: 'deve ser Devedora ou Credora ou Mista',
  exigeConciliacao: 'deve ser Sim ou Não',
};

/** @param lines the line typed by the index of `owners`, where a form has empty lines between */
export function registerErrorSentences(errors: FieldErrors, lines: readonly number[] = []): readonly string[] {
  return errors.map(({ path, message }) => {
    const text = message === OF_ANOTHER_CLIENT ? EMAIL_IN_USE : message;
    const label = labelOf(path);
    const cell = /\[linha (\d+)\]\.?(.*)$/.exec(path);
    if (cell !== null) return cellSentence(cell[1] ?? '', cell[2] ?? '', label, text);
    const owner = /\.owners\[(\d+)\]/.exec(path)?.[1];
    const line = owner === undefined ? null : (lines[Number(owner)] ?? Number(owner) + 1);
    const place = [...(line === null ? [] : [`Responsáveis, linha ${line}`]), ...(label === null ? [] : [label])];
    return place.length === 0 ? capital(text) : `${place.join(', ')}: ${text}`;
  });
}

/** `Linha 12, Tipo: deve ser Analítica ou Sintética` */
function cellSentence(line: string, field: string, label: string | null, text: string): string {
  const words = text.startsWith('deve ser') ? (CELL_VALUES[field] ?? text) : text;
  return `Linha ${line}${label === null ? '' : `, ${label}`}: ${words}`;
}

function labelOf(path: string): string | null {
  const parts = path.replace(/\[[^\]]*\]/g, '').split('.');
  return LABELS[parts.slice(-2).join('.')] ?? LABELS[parts.at(-1) ?? ''] ?? null;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
