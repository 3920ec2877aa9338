// The rules of a company: how each is named, shown, filled in, and read into what a registers' file has.
import {
  approvalReasons,
  STATEMENT_CHARACTERS_MAX,
  riskLevels,
  type Comparison,
} from '../../../domain/clients/rules.js';
import { steps, stepNames, WRITERS } from '../../../domain/clients/roles.js';
import * as settings from '../../../domain/clients/workflowSettings.js';
import { isRegisterDate } from '../../../domain/kernel/calendarDate.js';
import { namesOf, valuesOf } from '../../../domain/kernel/vocabulary.js';
import { DEADLINES_OF_RELEASED } from '../../../messages/console.js';
import { NO_STATEMENT, pointText, STATEMENT_OF_CLOSING } from '../../../messages/closing.js';
import { andMore, money, counted } from '../../../messages/formats.js';
import {
  percentText,
  riskTexts,
  roleNames,
  toleranceTexts,
  variationTexts,
} from '../../../messages/reconciliations.js';
import {
  HOLIDAYS_TYPED_MAX,
  registerLabels,
  TOO_MANY_HOLIDAYS,
  type TypedLines,
} from '../../../messages/registers.js';
import { dateFromBrazilian, decimalFromBrazilian } from '../../brazilianText.js';
import type { Declared } from '../../design/Form.js';
import { parseWholeNumber } from '../../route.js';
import { hasMoreLines, type FormFields } from '../../session/readForm.js';

/** `cnpjOf`: masked, of a company that the person sees; null: of another, which is not named. */
export type RulesOf = Readonly<{
  workflow: Readonly<settings.WorkflowSettings>;
  companyId: number;
  cnpjOf(companyId: number): string | null;
}>;

/** `errors` in Portuguese, before the check. `typed`: of a list, whose items that are null were typed wrongly. */
type Reading<Value = unknown> = Readonly<{ value: Value; errors: readonly string[]; typed?: TypedLines }>;

type Rule = Readonly<{
  /** Its field in a registers' file. */
  field: string;
  heading: string;
  fields(rules: RulesOf): readonly Declared[];
  read(form: FormFields): Reading;
  /** Words for those who read the rule. */
  words(rules: RulesOf): string;
  /** Whether a list of companies names it; absent: the list has it elsewhere. */
  isOn?(rules: RulesOf): boolean;
  /** Words in a list of companies, where they differ. */
  brief?(rules: RulesOf): string;
}>;

/** A rule that is one field of text. `name`: in the form. */
type TypedRule = Pick<Rule, 'field' | 'heading' | 'words' | 'brief'> &
  Readonly<{
    name: string;
    label: string;
    hint: string;
    rows: number;
    max?: number;
    typed(rules: RulesOf): string;
    read(text: string): Reading;
  }>;

function ruleOf({ name, label, hint, rows, max, typed, read, ...rule }: TypedRule): Rule {
  return {
    ...rule,
    isOn: (rules) => typed(rules) !== '',
    fields: (rules) => [
      { label, name, rows, hint, maxLength: max, value: typed(rules), says: registerLabels[rule.field] },
    ],
    read: (form) => read(form.raw(name)),
  };
}

export function daysTexts({ workflow, companyId }: RulesOf): readonly string[] {
  const days = settings.deadlinesOf(workflow, companyId);
  return steps.map((step) => `${stepNames[step]} ${days[step]}º`);
}

const deadlinesRule: Rule = {
  field: 'deadlines',
  heading: 'Prazos',
  words: (rules) =>
    daysTexts(rules)
      .map((text) => `${text} dia útil`)
      .join(', '),
  fields({ workflow, companyId }) {
    const days = settings.deadlinesOf(workflow, companyId);
    return steps.map((step) => ({
      label: stepNames[step],
      name: `prazo-${step}`,
      says: registerLabels[`deadlines.${step}`],
      inputMode: 'numeric',
      required: true,
      value: String(days[step]),
    }));
  },
  read(form) {
    const sent = steps.filter((step) => form.has(`prazo-${step}`));
    const days = sent.map((step) => [step, daysTyped(form.text(`prazo-${step}`))] as const);
    return { value: Object.fromEntries(days), errors: [] };
  },
};

const approvals = [
  ['zeroWithoutMovement', 'zeroSemMovimento', 'Saldo zero sem movimento', approvalReasons.ZERO_SEM_MOVIMENTO.name],
  ['zero', 'zero', 'Saldo zero', approvalReasons.SALDO_ZERO.name],
  ['withoutMovement', 'semMovimento', 'Sem movimento no mês', 'sem movimento'],
] as const;

export const approvalRule: Rule = {
  field: 'autoApproval',
  heading: 'Aprovação automática',
  words({ workflow, companyId }) {
    const { upToCents, ...isOn } = settings.autoApprovalOf(workflow, companyId);
    const reasons = approvals.filter(([field]) => isOn[field]).map(([, , , reason]) => reason);
    const upTo = upToCents === null ? [] : [`saldo de até ${money(upToCents)}`];
    return [...reasons, ...upTo].join('; ') || 'desligada';
  },
  fields({ workflow, companyId }) {
    const { upToCents, ...isOn } = settings.autoApprovalOf(workflow, companyId);
    const upTo = {
      label: 'Saldo de até',
      name: 'ate',
      inputMode: 'decimal',
      hint: 'Em branco: desligada. Vale para saldos devedores e credores.',
      value: upToCents === null ? '' : money(upToCents),
    };
    return [...approvals.map(([field, name, label]) => ({ label, name, value: isOn[field] })), upTo];
  },
  read(form) {
    const ticked = Object.fromEntries(approvals.map(([field, name]) => [field, form.has(name)]));
    return { value: { ...ticked, upTo: amountTyped(form.text('ate')) }, errors: [] };
  },
};

const closedChoices = { nao: 'aceitam trabalho, com aviso', sim: 'recusam trabalho' };
const closedChoice = ({ workflow, companyId }: RulesOf) => (workflow.frozen.has(companyId) ? 'sim' : 'nao');

const closedRule: Rule = {
  field: 'congelarAoFechar',
  heading: 'Competências fechadas',
  isOn: (rules) => closedChoice(rules) === 'sim',
  words: (rules) => closedChoices[closedChoice(rules)],
  fields: (rules) => [
    {
      label: 'As conciliações de competências fechadas',
      name: 'congelarAoFechar',
      options: Object.entries(closedChoices),
      value: closedChoice(rules),
    },
  ],
  read: (form) => ({ value: form.text('congelarAoFechar') === 'sim', errors: [] }),
};

const LINES_MAX = 500;
const PREFIXES_SHOWN = 5;
const ALL_ACCOUNTS = 'todas';
const BLOCKS = 'impede';
const AGAINST: Readonly<Record<Comparison, string>> = { PREVIOUS: 'anterior', MEAN12: 'média' };
const riskNames = namesOf(riskLevels);

const carryRule: TypedRule = {
  field: 'carry',
  name: 'trazer',
  heading: 'Trazer do mês anterior',
  rows: 3,
  label: 'Contas cujos itens em aberto a liberação traz do mês anterior',
  hint: 'Um código, ou o início de vários, por linha: 1.1.02. Em branco: desligado. O Elaborador confere e envia.',
  words({ workflow, companyId }) {
    const prefixes = settings.carryRuleOf(workflow, companyId);
    const more = prefixes.length - PREFIXES_SHOWN;
    return [...prefixes.slice(0, PREFIXES_SHOWN), ...(more > 0 ? [andMore(more)] : [])].join(', ') || 'desligado';
  },
  typed: ({ workflow, companyId }) => settings.carryRuleOf(workflow, companyId).join('\n'),
  read: (text) => readLines(text, (line) => line),
};

const toleranceRule = ruleOfLines({
  field: 'tolerance',
  name: 'tolerancia',
  heading: 'Tolerância',
  rows: 4,
  off: 'desligada',
  label: 'Uma regra por linha: contas; valor; percentual do saldo',
  hint: 'Exemplos: todas; 10,00 – ou 1.1.02; 150,00; 0,5%. Vale a regra do início de código mais longo, e nela o maior dos dois limites. Em branco: a diferença deve ser zero. A diferença aceita fica registrada.',
  format: 'contas; valor; percentual (por exemplo 1.1.02; 150,00; 0,5%)',
  of: ({ workflow, companyId }) => workflow.tolerance.get(companyId),
  texts: toleranceTexts,
  parts: ({ prefix, amountCents, basisPoints }) => [
    prefix || ALL_ACCOUNTS,
    amountCents === null ? '' : money(amountCents),
    basisPoints === null ? '' : percentText(basisPoints),
  ],
  made([accounts = '', amount = '', percent = '', ...more]) {
    const share = shareTyped(percent);
    if (more.length > 0 || accounts === '' || (amount === '' && percent === '')) return null;
    if (percent !== '' && share === null) return null;
    return {
      ...prefixTyped(accounts),
      ...(amount !== '' && { amount: amountTyped(amount) }),
      ...(share !== null && { percent: share }),
    };
  },
});

const variationRule = ruleOfLines({
  field: 'variation',
  name: 'variacao',
  heading: 'Variação a explicar',
  rows: 4,
  off: 'desligada',
  label: 'Uma regra por linha: contas; valor; percentual; anterior ou média',
  hint: 'Exemplos: todas; 10.000,00; 20%; anterior – ou 4; 5.000,00; 50%; média. Uma conta que variou mais que o valor e mais que o percentual pede uma explicação. Vale para competências liberadas depois.',
  brief: 'Variação',
  format: 'contas; valor; percentual; anterior ou média (por exemplo 4; 5.000,00; 50%; média)',
  of: ({ workflow, companyId }) => workflow.variation.get(companyId),
  texts: variationTexts,
  parts: ({ prefix, amountCents, basisPoints, against }) => [
    prefix || ALL_ACCOUNTS,
    money(amountCents),
    percentText(basisPoints),
    AGAINST[against],
  ],
  made([accounts = '', amount = '', percent = '', words = '', ...more]) {
    const share = shareTyped(percent);
    const against = (['PREVIOUS', 'MEAN12'] as const).find((one) => AGAINST[one] === words.toLowerCase());
    if (more.length > 0 || accounts === '' || amount === '' || share === null || against === undefined)
      return null;
    return { ...prefixTyped(accounts), amount: amountTyped(amount), percent: share, against };
  },
});

const riskRule = ruleOfLines({
  field: 'risk',
  name: 'risco',
  heading: 'Risco',
  rows: 4,
  off: 'médio para todas as contas',
  label: 'Uma regra por linha: contas; alto, médio ou baixo',
  hint: 'Exemplo: 1.1.01; alto. Alto: exige evidência antes do envio, e nenhuma regra aprova. Baixo: a regra também aprova, na liberação, o saldo que cabe na tolerância, se a variação não pede explicação. Sem regra: médio.',
  format: 'contas; alto, médio ou baixo (por exemplo 1.1.01; alto)',
  of: ({ workflow, companyId }) => workflow.risk.get(companyId),
  texts: riskTexts,
  parts: ({ prefix, level }) => [prefix, riskNames[level].toLowerCase()],
  made([accounts = '', word = '', ...more]) {
    const level = valuesOf(riskLevels).find((one) => riskNames[one].toLowerCase() === word.toLowerCase());
    return more.length > 0 || accounts === '' || level === undefined ? null : { ...prefixTyped(accounts), level };
  },
});

const checklistRule: TypedRule = {
  ...ruleOfLines({
    field: 'checklist',
    name: 'checklist',
    heading: 'Checklist de fechamento',
    rows: 4,
    label: 'Checklist, um ponto por linha: texto; papel; dia útil; impede',
    hint: 'Exemplos: Inventário conferido; Supervisor; 3; impede – ou apenas Ata arquivada. Com “impede”, a competência não fecha antes de alguém desse papel concluir o ponto.',
    brief: 'Checklist',
    off: 'sem pontos próprios',
    format: 'texto; papel; dia útil; impede (por exemplo Inventário conferido; Supervisor; 3; impede)',
    of: ({ workflow, companyId }) => settings.checklistOf(workflow, companyId),
    texts: (points) => points.map(pointText),
    parts: ({ text, role, workingDay, blocking }) => [
      text,
      role === null ? '' : roleNames[role],
      String(workingDay ?? ''),
      blocking ? BLOCKS : '',
    ],
    made([point = '', roleName = '', day = '', blocks = '', ...more]) {
      const role = WRITERS.find((one) => roleNames[one].toLowerCase() === roleName.toLowerCase());
      if (more.length > 0 || point === '' || (roleName !== '' && role === undefined)) return null;
      if (blocks !== '' && blocks.toLowerCase() !== BLOCKS) return null;
      return {
        text: point,
        ...(role !== undefined && { role }),
        ...(day !== '' && { workingDay: daysTyped(day) }),
        ...(blocks !== '' && { blocking: true }),
      };
    },
  }),
  brief: ({ workflow, companyId }) =>
    counted(settings.checklistOf(workflow, companyId).length, 'ponto próprio', 'pontos próprios'),
};

const statementRule: TypedRule = {
  field: 'statement',
  name: 'declaracao',
  heading: STATEMENT_OF_CLOSING,
  rows: 3,
  label: STATEMENT_OF_CLOSING,
  hint: 'Quem fecha confirma este texto, que fica no fechamento e no dossiê. Em branco: nenhuma.',
  max: STATEMENT_CHARACTERS_MAX,
  words: ({ workflow, companyId }) => workflow.statement.get(companyId) ?? NO_STATEMENT,
  brief: () => 'pedida',
  typed: ({ workflow, companyId }) => workflow.statement.get(companyId) ?? '',
  read: (text) => ({ value: text.trim() || null, errors: [] }),
};

const intercompanyRule = ruleOfLines({
  field: 'intercompany',
  name: 'entreEmpresas',
  heading: 'Saldos entre empresas',
  rows: 3,
  off: 'nenhum',
  label: 'Saldos entre empresas, uma regra por linha: contas; CNPJ; contas da outra',
  hint: 'Exemplo: 1.1.08; 11.222.333/0001-81; 2.1.08. Os dois saldos aparecem lado a lado no checklist das duas empresas.',
  format: 'contas; CNPJ; contas da outra (por exemplo 1.1.08; 11.222.333/0001-81; 2.1.08)',
  of: ({ workflow, companyId }) => workflow.intercompany.get(companyId),
  parts: ({ prefix, counterpartId, counterpartPrefix }, { cnpjOf }) => [
    prefix,
    cnpjOf(counterpartId) ?? 'outra empresa',
    counterpartPrefix,
  ],
  made: ([prefix = '', counterpart = '', counterpartPrefix = '', ...more]) =>
    more.length > 0 || prefix === '' || counterpart === '' || counterpartPrefix === ''
      ? null
      : { prefix, counterpart, counterpartPrefix },
});

type Section = Readonly<{ legend: string; says?: string; look?: string; rules: readonly Rule[] }>;

export const ruleSections: readonly Section[] = [
  {
    legend: 'Prazos, em dias úteis depois do fim do mês',
    says: DEADLINES_OF_RELEASED,
    look: 'fields',
    rules: [deadlinesRule],
  },
  { legend: 'Aprovação automática na liberação', rules: [approvalRule] },
  { legend: 'Competências fechadas', rules: [closedRule] },
  { legend: 'Itens que passam de um mês para o outro', rules: [ruleOf(carryRule)] },
  { legend: 'Tolerância ao enviar', rules: [ruleOf(toleranceRule)] },
  { legend: 'Variação a explicar antes de enviar', rules: [ruleOf(variationRule)] },
  { legend: 'Risco das contas', rules: [ruleOf(riskRule)] },
  { legend: 'Fechamento', rules: [checklistRule, statementRule, intercompanyRule].map(ruleOf) },
];
export const declaredRules = ruleSections.flatMap(({ rules }) => rules);

/** A line for each rule that a company switched on, beside deadlines and automatic approval. */
export function otherRules(rules: RulesOf): readonly string[] {
  const others = declaredRules
    .filter((rule) => rule.isOn?.(rules) && rule !== closedRule)
    .map(({ heading, words, brief = words }) => `${heading}: ${brief(rules)}`);
  return closedChoice(rules) === 'sim' ? [...others, `${closedRule.heading} ${closedRule.words(rules)}`] : others;
}

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => line.trim());

type RuleOfLines<Line> = Pick<TypedRule, 'field' | 'name' | 'heading' | 'label' | 'hint' | 'rows'> &
  Readonly<{
    /** Name in errors, unless its heading. */
    brief?: string;
    /** Form of a line, in words. */
    format: string;
    /** Without any: its words. */
    off: string;
    of(rules: RulesOf): readonly Line[] | undefined;
    /** Words for a reader, unless the lines as they are typed. */
    texts?(lines: readonly Line[]): readonly string[];
    /** Parts of a line; those at its end that are empty are left out. */
    parts(line: Line, rules: RulesOf): readonly string[];
    /** Null: the line is wrong. */
    made(parts: readonly string[]): object | null;
  }>;

function ruleOfLines<Line>(declared: RuleOfLines<Line>): TypedRule {
  const { brief, format, off, of, texts, parts, made, ...rule } = declared;
  const name = brief ?? rule.heading;
  const lines = (rules: RulesOf) =>
    (of(rules) ?? []).map((one) =>
      parts(one, rules)
        .join('; ')
        .replace(/(; )+$/, ''),
    );
  return {
    ...rule,
    words: (rules) => (texts?.(of(rules) ?? []).join('; ') ?? lines(rules).join(' · ')) || off,
    typed: (rules) => lines(rules).join('\n'),
    read(text) {
      if (linesOf(text).length > LINES_MAX)
        return { value: [], errors: [`${name}: no máximo ${LINES_MAX} linhas`] };
      return readLines(text, (line) => made(line.split(';').map((part) => part.trim())), `escreva ${format}`);
    },
  };
}

function readLines<Item>(text: string, made: (line: string) => Item | null, format = ''): Reading {
  const filled = linesOf(text).flatMap((line, at) => (line === '' ? [] : [[line, at + 1] as const]));
  const numbers = filled.map(([, number]) => number);
  return { value: filled.map(([line]) => made(line)), errors: [], typed: { numbers, format } };
}

const prefixTyped = (accounts: string): object =>
  accounts.toLowerCase() === ALL_ACCOUNTS ? {} : { prefix: accounts };

/** `0,5%` → 0.5; null for another text. */
function shareTyped(text: string): number | null {
  const share = text.replace(/\s*%$/, '').replace(',', '.');
  return /^\d+(\.\d+)?$/.test(share) ? Number(share) : null;
}

/** Decimal text; other texts stay, for the check to refuse. "" → null. */
const amountTyped = (text: string): string | null => (text === '' ? null : (decimalFromBrazilian(text) ?? text));

/** A number of days; other texts stay, for the check to refuse. */
const daysTyped = (text: string): number | string => parseWholeNumber(text) ?? text;

/** One date a line, `dd/mm/aaaa`. */
export function holidaysTyped(text: string): Reading<readonly string[]> {
  if (hasMoreLines(text, HOLIDAYS_TYPED_MAX)) return { value: [], errors: [TOO_MANY_HOLIDAYS] };
  const value: string[] = [];
  const errors: string[] = [];
  for (const [index, typed] of linesOf(text).entries()) {
    if (typed === '') continue;
    const date = dateFromBrazilian(typed);
    if (date !== null && isRegisterDate(date)) value.push(date);
    else
      errors.push(
        `Feriados, linha ${index + 1}: "${typed.slice(0, 40)}" não é uma data de 1900 a 2199: use dd/mm/aaaa`,
      );
  }
  return { value, errors };
}
