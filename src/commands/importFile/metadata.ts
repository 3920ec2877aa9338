// What the rows above a table say of the whole report: its period, its company, its chart of accounts.
import type { Competence } from '../../domain/competence/competence.js';
import { hasRightCheckDigits, parseCnpj } from '../../domain/registers/cnpj.js';
import { monthAndYear, monthNamed, periodOfText, rangeWithin, type Period } from './competenceText.js';
import { plain, textOf } from './headingText.js';
import type { TableRow } from './table.js';

export type Metadata = Readonly<{
  period: Period | null;
  /** 14 characters, with right check digits: placeholders are passed over. */
  cnpj: string | null;
  chartName: string | null;
}>;

const PERIOD_LABEL =
  /(?:^|[^a-z])(periodo|competencia|mes\/ano|mes de referencia|mes|referencia|ref|data[- ]base|exercicio|ano)\b[^a-z0-9:]*(?:[:\-–]\s*)?(.*)$/;
const YEAR_LABELS = new Set(['exercicio', 'ano']);
const CNPJ_LABEL = /cnpj[^0-9a-z]{0,10}([0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}\/?[0-9a-z]{4}-?\d{2})\b/;
const CHART_LABEL = /^\s*plano de contas\s*:\s*(.*)$/i;

/** What a label says may stand in its own cell or in the next filled one. */
export function readMetadata(rows: readonly TableRow[]): Metadata {
  let period: Period | null = null;
  let month: string | null = null;
  let year: string | null = null;
  let cnpj: string | null = null;
  let chartName: string | null = null;
  let unlabelled: Period | null = null;
  for (const { cells } of rows) {
    const texts = cells.map((cell) =>
      typeof cell === 'number'
        ? String(cell)
        : cell !== null && typeof cell === 'object'
          ? cell.date
          : textOf(cell),
    );
    texts.forEach((text, index) => {
      if (text === '') return;
      const next = texts.slice(index + 1).find((other) => other !== '') ?? '';
      const simple = plain(text);
      cnpj ??= cnpjIn(simple) ?? (/cnpj\s*:?\s*$/.test(simple) ? cnpjIn(`cnpj ${plain(next)}`) : null);
      const chart = CHART_LABEL.exec(text)?.[1]?.trim();
      if (chart !== undefined) chartName ??= (chart === '' ? next : chart) || null;
      unlabelled ??= rangeWithin(text) ?? titled(simple);
      const label = PERIOD_LABEL.exec(simple);
      if (label === null) return;
      const value = (label[2] ?? '').trim() === '' ? plain(next).trim() : (label[2] ?? '').trim();
      if (YEAR_LABELS.has(label[1] ?? '') && /^\d{4}$/.test(value)) year ??= value;
      else if (monthNamed(value) !== null) month ??= value;
      else period ??= periodOfText(value) ?? rangeWithin(value) ?? leadingPeriod(value);
    });
  }
  const apart: Competence | null = month === null || year === null ? null : monthAndYear(month, year);
  return {
    period: period ?? (apart === null ? unlabelled : { is: 'month', competence: apart }),
    cnpj,
    chartName,
  };
}

function cnpjIn(text: string): string | null {
  const shaped = CNPJ_LABEL.exec(text)?.[1];
  const cnpj = shaped === undefined ? null : parseCnpj(shaped);
  return cnpj !== null && hasRightCheckDigits(cnpj) ? cnpj : null;
}

/** `Balancete de verificação - Janeiro/2026` */
function titled(text: string): Period | null {
  if (!text.includes('balancete')) return null;
  const found = /([a-z]{3,9}\s*(?:\/|-|de|\s)\s*20\d\d|\b\d{1,2}\/20\d\d)\b/.exec(text)?.[1];
  return found === undefined ? null : periodOfText(found);
}

/** The value is followed by something else: `01/2026   Folha: 1`. */
function leadingPeriod(value: string): Period | null {
  const first = /^(\S+(?:\s+de\s+\d{4})?)/.exec(value)?.[1];
  return first === undefined || first === value ? null : periodOfText(first);
}
