// Every label and title by which a report tells its period, company, chart and unit outside of its columns. The only
// file to edit for another wording. Headings of columns are in headingVocabulary.ts, names of months in
// cells/monthNames.ts, forms of dates in cells/periodText.ts, units and currencies in cells/amountUnit.ts.
// Source: docs/spec/files.md#competence, docs/spec/files.md#company-in-a-file.
//
// Patterns are matched against `plainText`: lower case, no accents. Those of the last section see the text as it is.

/** What follows these is when and where the report was printed, not what it is about. */
export const PRINTED =
  /\b(emiss|emitid|impress|imprim|hora\b|horario|gerad|processad|folha|pagina|pag\b|data\s*:|usuario)/;

/** A period follows these. */
export const PERIOD_LABEL =
  /\b(periodo|competencia|mes\s*\/?\s*ano|ano\s*[/-]\s*mes|mes|referencia|referente|ref|data[- ]?base|base|apuracao|period)\b/g;
/** Titles. A day that follows may be the day of printing, so only the last day of a month is believed. */
export const TITLE = /\b(posicao|saldos|encerrad[oa]|findo|balancete|trial balance)\b/g;
export const ACCUMULATED_UNTIL = /\bacumulad[oa]s?\b.{0,40}?\bate\b(.*)/;
export const FISCAL_YEAR = /\b(exercicio|ano[- ]calendario)\b/;
/** The two ends of the period, each with a label of its own. */
export const PERIOD_START =
  /\b(?:data inicial|periodo inicial|data inicio|data de inicio|inicio|^de)\s*[?:]?\s*:?\s*(\S+)/;
export const PERIOD_END =
  /\b(?:data final|periodo final|data fim|data de termino|fim|termino|^ate)\s*[?:]?\s*:?\s*(\S+)/;
/** Month and year, each with a label of its own. */
export const MONTH_ALONE = /\b(?:mes|periodo)\b[^a-z0-9]{0,12}([a-z]{3,9}|\d{1,2})\b(?![/.-]\d)/;
export const YEAR_ALONE = /\b(?:ano|exercicio)\b[^a-z0-9]{0,12}(20\d\d)\b(?![/.-]\d)/;

export const CNPJ_LABEL = /\bc\.?\s?n\.?\s?p\.?\s?j\b/;
export const LABELLED_CNPJ = new RegExp(
  `${CNPJ_LABEL.source}[^0-9a-z]{0,5}(?:mf)?[^0-9a-z]{0,5}(?:n[ro]?)?[^0-9a-z]{0,10}` +
    '([0-9a-z]{2}\\.?[0-9a-z]{3}\\.?[0-9a-z]{3}\\/?[0-9a-z]{4}-?\\d{2})\\b',
  'g',
);
/** Of a row whose cells are lines of a text: the label's own cell first, then the next one. */
export const COMPANY = /^\s*(empresa)\b[ .:\-–]*([^\n]*)\n?([^\n]*)/;
export const CURRENCY_LABEL = /\b(?:moeda|currency|valores em|expresso em|expressos em)\b[^a-z$]{0,12}(\S+)/;

/** XML elements and attributes that stand above the rows of an XML and hold for all of them; letters and digits only. */
export const METADATA_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'cnpj cnpjmf cpfcnpj competencia periodo mesano anomes mesreferencia referencia database dtcomptc datainicial ' +
    'datafinal plano planodecontas nomedoplano planocontabalcte'
  ).split(' '),
);

/** Text as it is, with accents and case; `.{0,2}` stands for a letter that an export may have lost. */
export const CHART_LABEL = /^\s*plano de contas\s*(:?)\s*(.*)$/i;
/** Rows between accounts that tell the month, or the company, of the part of the report that follows. */
export const SECTION_MONTH =
  /(?:^|\s)(?:per.{0,2}odo|compet.{0,2}ncia|m.{0,2}s\s*\/\s*ano|refer.{0,2}ncia)\s*:|^\s*(?:per.{0,2}odo|compet.{0,2}ncia)\b/i;
export const SECTION_COMPANY = /\bc\.?\s?n\.?\s?p\.?\s?j\b|^\s*empresa\b/i;
