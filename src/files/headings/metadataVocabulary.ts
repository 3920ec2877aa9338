// Every label and title by which a report tells its period, company, chart and unit outside of its columns. The
// only file to edit for another wording. Headings of columns are in headingVocabulary.ts, names of months and
// patterns of dates in cells/periodPatterns.ts, units and currencies in cells/amountUnit.ts.
// Source: docs/spec/files.md#competence, docs/spec/files.md#company-in-a-file.
//
// Patterns are matched against `plainText`: lower case, no accents. Those of the last section see the text as it
// is.
import { MONTH_NAME } from '../cells/periodPatterns.js';

/** What follows these is when and where the report was printed, not what it is about. */
export const PRINTED =
  /\b(emiss|emitid|impress|imprim|hora\b|horario|gerad|processad|folha|pagina|pag\b|(?<!filtros? |filtros? de )data\s*:|usuario)/;

/** A period follows these. */
export const PERIOD_LABEL =
  /\b(periodo|competencia|mes\s*\/?\s*ano|ano\s*[/-]\s*mes|mes|referencia|referente|ref|data[- ]?base|base|apuracao|period|month)\b/g;
/** Titles. A day that follows may be the day of printing, so only the last day of a month is believed. */
export const TITLE = /\b(posicao|saldos|encerrad[oa]|findo|balancete|trial balance|as of|ended|ending)\b/g;
/** The report begins in January. */
export const ACCUMULATED_UNTIL = /\bacumulad[oa]s?\b.{0,40}?\bate\b(.*)/;
export const YEAR_TO_DATE = /\b(?:ytd|year[- ]to[- ]date)\b(.*)/;
export const MONTH_TO_DATE = /\b(?:mtd|month)\b/;
/** `For the three months ended March 31, 2026`. */
export const MONTHS_ENDED =
  /\b(\d{1,2}|[a-z]{3,6})\s+(?:months|meses)\s+(?:ended|ending|findos?|encerrad[oa]s?|terminad[oa]s?)\b(.*)/;
export const COUNTS =
  'one um;two dois dos;three tres;four quatro;five cinco;six seis;seven sete;eight oito;nine nove;ten dez;eleven onze;twelve doze';
export const FISCAL_YEAR = /\b(exercicio|ejercicio|ano[- ]calendario)\b/;
/** The two ends of the period, each with a label of its own. */
const LABELLED =
  '\\b(?:data|dt|periodo|per|mes|meses|compet[a-z]*|comp|fecha|date|period|dia|anomes|referencia|ref)\\b[. ]*(?:d[eao]s?\\s+)?';
const NAMED = '(?:\\s+(?:date|data|periodo|period|mes|dia|competencia))?\\s*[?:.\\-]*\\s*:?\\s*';
const END_VALUE = `(\\d{1,8}(?:[/.-]\\d{1,4}){0,2}(?![\\d/])|${MONTH_NAME}(?:[/.-]\\d{2,4})?)`;
export const PERIOD_START = new RegExp(
  `(?:(?:^|${LABELLED})(?:inicial|inicio|inic|ini|desde|de|da|del|from|start(?:ing)?|begin(?:ning)?)|\\binicio)\\b\\.?${NAMED}${END_VALUE}`,
);
export const PERIOD_END = new RegExp(
  `(?:(?:^|${LABELLED})(?:final|fim|fin|termino|ate|hasta|to|end(?:ing)?|through|until)|\\b(?:fim|termino))\\b\\.?${NAMED}${END_VALUE}`,
);
/** Quarters and halves of a year, with their number. */
export const PART_OF_YEAR =
  /\b(?:[1-4]\s*[ºoª°]?\.?\s*(?:trimestre|trim|tri|quarter|qtr)|[12]\s*[ºoª°]?\.?\s*(?:semestre|sem)|(?:primeir|segund|terceir|quart)o\s+(?:trimestre|semestre)|(?:first|second|third|fourth)\s+quarter|(?:trimestre|semestre|quarter)[^a-z0-9]{0,5}[1-4](?!\d)|[qt][1-4][\s/.-]*(?:20)?\d\d|[1-4][tq][\s/.-]*(?:20)?\d\d)\b[ºoª°]?(?:\s*(?:de|del|of|[/.-])?\s*(?:20\d\d|\d\d)\b)?/;
/** Words of reports over several months, where no number says which; a tax regime has them too. */
export const SEVERAL_MONTHS =
  /\b(?:trimestral|semestral|anual|quarterly|annual|acumulad[oa]s?|ytd|year[- ]to[- ]date)\b/;
export const TRIAL_BALANCE = /\b(?:balancete|trial balance|saldos|sumas)\b/;
/** Month and year, each with a label of its own. */
export const MONTH_ALONE = /\b(?:mes|periodo)\b[^a-z0-9]{0,12}([a-z]{3,9}|\d{1,2})\b(?![/.-]\d)/;
export const YEAR_ALONE = /\b(?:ano|exercicio|ejercicio)\b[^a-z0-9]{0,12}(20\d\d)\b(?![/.-]\d)/;

export const CNPJ_LABEL = /\bc\.?\s?n\.?\s?p\.?\s?j\b/;
export const LABELLED_CNPJ = new RegExp(
  `${CNPJ_LABEL.source}[^0-9a-z]{0,5}(?:mf)?[^0-9a-z]{0,5}(?:n[ro]?)?[^0-9a-z]{0,10}` +
    '([0-9a-z]{2}\\.?[0-9a-z]{3}\\.?[0-9a-z]{3}\\/?[0-9a-z]{4}-?\\d{2})\\b',
  'g',
);
/** A CNPJ with its whole mask, which needs no label. */
export const MASKED_CNPJ = /(?<![0-9a-z.])[0-9a-z]{2}\.[0-9a-z]{3}\.[0-9a-z]{3}\/[0-9a-z]{4}-\d{2}\b/g;
/** Company in a row whose cells are lines of a text: the label's own cell first, then the next one. */
export const COMPANY = /^\s*(empresa)\b[ .:\-–]*([^\n]*)\n?([^\n]*)/;
export const CURRENCY_LABEL =
  /\b(?:moeda|moneda|currency|valores em|expressos? em|(?:importes?|valores|expresad[oa]s?) en|(?:amounts?|figures|values) in)\b[^a-z$]{0,12}(\S+)/;
/** A code in brackets: `Trial Balance (USD)`. */
export const CURRENCY_IN_BRACKETS = /[([]\s*(usd|us\$|eur|gbp|jpy|chf|ars|clp|mxn|cop|uyu|pyg|cny|€|£)\s*[)\]]/;
/** Programs number their currencies, and the first one is the real. */
export const OTHER_CURRENCY = /\bmoeda\s*:?\s*(0?[2-5])\b(?!.{0,12}\b(?:real|reais|brl)\b)/;

/**
 * XML elements and attributes that stand above the rows of an XML and hold for all of them; letters and digits
 * only.
 */
export const METADATA_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'cnpj cnpjmf cpfcnpj competencia periodo mesano anomes mesreferencia referencia database dtcomptc datainicial ' +
    'datafinal datainicio datafim dtinicial dtfinal dtinicio dtfim dtini dtfin periodoinicial periodofinal periodode ' +
    'periodoate mesinicial mesfinal startdate enddate plano planodecontas nomedoplano planocontabalcte'
  ).split(' '),
);

/** Text as it is, with accents and case; `.{0,2}` stands for a letter that an export may have lost. */
export const CHART_LABEL = /^\s*plano de contas\s*(:?)\s*(.*)$/i;
/** Rows between accounts that tell the month, or the company, of the part of the report that follows. */
export const SECTION_MONTH =
  /(?:^|\s)(?:per.{0,2}odo|compet.{0,2}ncia|m.{0,2}s\s*\/\s*ano|refer.{0,2}ncia)\s*:|^\s*(?:per.{0,2}odo|compet.{0,2}ncia)\b/i;
export const SECTION_COMPANY = /\bc\.?\s?n\.?\s?p\.?\s?j\b|^\s*empresa\b/i;
