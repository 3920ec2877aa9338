// What the rows above a table say of the whole report: its period, its company, its chart of accounts.
import type { Competence } from '../../domain/kernel/competence.js';
import { hasRightCheckDigits, parseCnpj } from '../../domain/kernel/cnpj.js';
import {
  endsMonth,
  monthAndYear,
  monthNamed,
  periodBetween,
  periodOfText,
  type Period,
} from '../cells/competenceText.js';
import { plain, textOf } from './headingText.js';
import { foreignCurrency, scaleIn } from '../cells/amountUnit.js';
import { periodIn, periodNamed } from '../cells/periodWithin.js';
import type { Cell, TableRow } from '../formats/table.js';

export type Metadata = Readonly<{
  period: Period | null;
  /** A month that stands alone, as titles do: believed where nothing else tells, and contradicts nothing. */
  hint: Readonly<{ text: string; competence: Competence }> | null;
  /** Over several months, where the report names its fiscal year. */
  fiscalYear: Period | null;
  /** What amounts are told to be other than reais: `milhares`, `USD`; null where nothing is told. */
  unit: string | null;
  /** 14 characters each, with right check digits: placeholders are passed over. */
  cnpjs: readonly string[];
  /** What stands behind `Empresa`. */
  company: string | null;
  chartName: string | null;
}>;

/** What follows these is when and where the report was printed. */
const PRINTED =
  /\b(emiss|emitid|impress|imprim|hora\b|horario|gerad|processad|folha|pagina|pag\b|data\s*:|usuario)/;
const LABEL =
  /\b(periodo|competencia|mes\s*\/?\s*ano|ano\s*[/-]\s*mes|mes|referencia|referente|ref|data[- ]?base|base|apuracao|period)\b/g;
/** Titles: what follows may as well be the day of printing, so that of days only a month's last is believed. */
const TITLE = /\b(posicao|saldos|encerrad[oa]|findo|balancete|trial balance)\b/g;
const ACCUMULATED = /\bacumulad[oa]s?\b.{0,40}?\bate\b(.*)/;
const DAY = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)|\b20\d\d-\d\d-\d\d\b/g;
const FISCAL_YEAR = /\b(exercicio|ano[- ]calendario)\b/;
const START = /\b(?:data inicial|periodo inicial|data inicio|data de inicio|inicio|^de)\s*[?:]?\s*:?\s*(\S+)/;
const END = /\b(?:data final|periodo final|data fim|data de termino|fim|termino|^ate)\s*[?:]?\s*:?\s*(\S+)/;
const MONTH_APART = /\b(?:mes|periodo)\b[^a-z0-9]{0,12}([a-z]{3,9}|\d{1,2})\b(?![/.-]\d)/;
const YEAR_APART = /\b(?:ano|exercicio)\b[^a-z0-9]{0,12}(20\d\d)\b(?![/.-]\d)/;
const CNPJ =
  /\bc\.?\s?n\.?\s?p\.?\s?j\b[^0-9a-z]{0,5}(?:mf)?[^0-9a-z]{0,5}(?:n[ro]?)?[^0-9a-z]{0,10}([0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}\/?[0-9a-z]{4}-?\d{2})\b/g;
/** The label's own cell first, then the next filled one. */
const COMPANY = /^\s*(empresa)\b[ .:\-–]*([^\n]*)\n?([^\n]*)/;
const CHART_LABEL = /^\s*plano de contas\s*(:?)\s*(.*)$/i;
const CURRENCY_LABEL = /\b(?:moeda|currency|valores em|expresso em|expressos em)\b[^a-z$]{0,12}(\S+)/;
const ROW_TEXT_MAX = 600;

/** What a label says may stand in its own cell or in the next filled ones: a row is read as one text. */
export function readMetadata(rows: readonly TableRow[]): Metadata {
  let labelled: Period | null = null;
  let titled: Period | null = null;
  let unlabelled: Period | null = null;
  let hint: Metadata['hint'] = null;
  let fiscalYear: Period | null = null;
  const apart: Record<'start' | 'end' | 'month' | 'year', string | null> = {
    start: null,
    end: null,
    month: null,
    year: null,
  };
  const cnpjs: string[] = [];
  let unit: string | null = null;
  let company: string | null = null;
  let chartName: string | null = null;
  for (const row of rows) {
    const texts = filledTexts(row);
    const text = plainRow(texts);
    cnpjs.push(...cnpjsIn(text));
    chartName ??= chartIn(texts);
    unit ??= unitIn(text, texts);
    company ??= companyIn(row);
    apart.start ??= START.exec(text)?.[1] ?? null;
    apart.end ??= END.exec(text)?.[1] ?? null;
    apart.year ??= YEAR_APART.exec(text)?.[1] ?? null;
    apart.month ??= monthApart(text);
    labelled ??= accumulatedIn(text) ?? labelledIn(text, LABEL);
    titled ??= labelledIn(withoutOtherDays(text), TITLE);
    const isFiscal = FISCAL_YEAR.test(text);
    const range = periodIn(text.split(PRINTED)[0] ?? '', 'range');
    if (isFiscal) fiscalYear ??= range;
    unlabelled ??= isFiscal ? null : range;
    for (const one of texts) hint ??= isFiscal ? null : monthAlone(one);
  }
  const [start, end] = [apart.start ?? '', apart.end ?? ''];
  const month = apart.month === null || apart.year === null ? null : monthAndYear(apart.month, apart.year);
  return {
    period:
      periodBetween(start, end) ??
      labelled ??
      (month === null ? null : { is: 'month', competence: month }) ??
      titled ??
      unlabelled,
    hint,
    fiscalYear,
    unit,
    cnpjs,
    company,
    chartName,
  };
}

/** `Empresa: 001 - ALFA LTDA`, comparable; null where a row names none. */
export function companyIn(row: TableRow): string | null {
  const [, label, own = '', next = ''] = COMPANY.exec(plainTexts(filledTexts(row))) ?? [];
  if (label === undefined) return null;
  const text = own.trim() === '' ? next : own;
  const name = (text.split(PRINTED)[0] ?? '').split(/\bc\.?\s?n\.?\s?p\.?\s?j\b/)[0] ?? '';
  const comparable = name.replace(/[^a-z0-9]+/g, ' ').trim();
  return comparable === '' ? null : comparable;
}

function unitIn(text: string, texts: readonly string[]): string | null {
  const [, currency = ''] = CURRENCY_LABEL.exec(text) ?? [];
  return scaleIn(texts) ?? foreignCurrency(currency);
}

/** `Acumulado até março/2026` begins with the year. */
function accumulatedIn(text: string): Period | null {
  const [, rest] = ACCUMULATED.exec(text) ?? [];
  const until = rest === undefined ? null : periodIn(rest, 'any');
  if (until?.is !== 'month' || until.competence.endsWith('-01')) return null;
  return periodBetween(`${until.competence.slice(0, 4)}-01`, until.competence);
}

/** What stands after a label and before the next thing the row tells. */
function labelledIn(text: string, labels: RegExp): Period | null {
  for (const match of text.matchAll(labels)) {
    const rest = text.slice(match.index + match[0].length).split(PRINTED)[0] ?? '';
    const value = rest.replace(/^[^a-z0-9]+/, '').trim();
    const period = periodOfText(value) ?? periodIn(rest, 'any') ?? periodOfText(value.split(/\s+/)[0] ?? '');
    if (period !== null) return period;
  }
  return null;
}

/** Without days that end no month and begin no range. */
function withoutOtherDays(text: string): string {
  if (periodIn(text, 'range') !== null) return text;
  return text.replace(DAY, (day) => (endsMonth(day) ? day : ' '));
}

function monthApart(text: string): string | null {
  const found = MONTH_APART.exec(text)?.[1];
  if (found === undefined) return null;
  const number = Number(found);
  return monthNamed(found) !== null || (number >= 1 && number <= 12) ? found : null;
}

function cnpjsIn(text: string): readonly string[] {
  return [...text.matchAll(CNPJ)].flatMap(([, shaped = '']) => {
    const cnpj = parseCnpj(shaped);
    return cnpj !== null && hasRightCheckDigits(cnpj) ? [cnpj] : [];
  });
}

function chartIn(texts: readonly string[]): string | null {
  for (const [at, text] of texts.entries()) {
    const [, colon, own = ''] = CHART_LABEL.exec(text) ?? [];
    if (colon === undefined) continue;
    if (own.trim() !== '') {
      if (colon !== '') return own.trim();
    } else return texts[at + 1]?.trim() ?? null;
  }
  return null;
}

function monthAlone(text: string): Metadata['hint'] {
  const period = periodNamed(plain(text).trim());
  return period?.is === 'month' ? { text: text.trim(), competence: period.competence } : null;
}

function filledTexts({ cells }: TableRow): readonly string[] {
  return cells.map(shown).filter((text) => text !== '');
}

function plainTexts(texts: readonly string[]): string {
  return texts
    .slice(0, 2)
    .map((text) => plain(text).replace(/\n/g, ' '))
    .join('\n');
}

function plainRow(texts: readonly string[]): string {
  let row = '';
  for (const text of texts) if (row.length < ROW_TEXT_MAX) row += ` ${plain(text)}`;
  return row.replace(/\s+/g, ' ').trim();
}

function shown(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return cell !== null && typeof cell === 'object' ? cell.date : textOf(cell);
}
