// Reads one row of a table after the other: a line of the trial balance that is kept, refused or outside the
// chart, or a row to skip. Lines outside the chart are checked too. Source: docs/spec/files.md#skipped-rows.
import type { Competence } from '../../domain/kernel/competence.js';
import { LineErrors } from '../../domain/trialBalance/refusals.js';
import { AmountSum, isSameAmounts, type Amounts } from '../../domain/trialBalance/amounts.js';
import { OUTSIDE, type DocumentLine } from '../../domain/trialBalance/lines.js';
import { textReason } from '../../domain/trialBalance/documentFields.js';
import { mayBeCode } from '../cells/accountCode.js';
import type { DecimalMark } from '../cells/amountText.js';
import { detachedText, isBlank, plainText, textOf, unescapedText } from '../cells/cellText.js';
import { type Columns, recogniseColumns } from '../columns/recogniseColumns.js';
import { FileRefused, type Cell, type TableRow } from '../formats/table.js';
import { AccountLookup, ChartAccountFacts, RestoredCodes, type Found } from './accounts/accountLookup.js';
import type { AccountMatcher } from './accounts/accountMatcher.js';
import type { CodeChoice } from './accounts/chooseCodeColumn.js';
import { LineFindings, rowHash } from './lineFindings.js';
import { DetailSums, type LineKind, type Sums } from './detailSums.js';
import { LineAmounts } from './lineAmounts.js';
import { LineIdentityCheck, SectionGuard, type ImportFacts } from './lineIdentity.js';
import { headingRole } from '../headings/headingRole.js';

type LineReaderOptions = ImportFacts &
  Readonly<{
    columns: Columns;
    codes: CodeChoice;
    /** What a cell of the column of kinds says; null where there is none, or it says something else. */
    kindOf: ((cell: Cell | undefined) => LineKind) | null;
    /** null when no row of the preview settles it. */
    mark: DecimalMark | null;
    /** In text a row that ends early lacks cells; a spreadsheet leaves out empty ones. */
    isText: boolean;
    /** null when the company has no such chart: then lines are checked and none is kept. */
    matcher: AccountMatcher | null;
  }>;

/**
 * `hashes`: of the whole rows of lines in the chart, to tell one that comes again from another one of the account.
 */
type KeptLines = Readonly<{ lines: readonly DocumentLine[]; hashes: readonly number[] }>;

/** Names of rows that sum up others. Without a code they are not forgotten accounts. */
const SUMMARY_ROW =
  /^\W*(sub)?(total|totais|soma|resumo|diferenca|lucro|prejuizo|resultado|transporte|a transportar|de transporte|saldo)/;
/** Begins the section in which a report sums up its groups once more. */
const SUMMARY_SECTION = /^\W*resumo/;
const DATE_LIKE = /^\d{1,2}\/\d{1,2}\/\d{2,4}/;
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

export class LineReader {
  readonly errors = new LineErrors();
  readonly findings = new LineFindings();
  received = 0;
  readonly #lines: DocumentLine[] = [];
  readonly #hashes: number[] = [];
  #columns: Columns;
  readonly amounts: LineAmounts;
  readonly #lookup: AccountLookup;
  readonly #facts: ChartAccountFacts;
  readonly #identity: LineIdentityCheck;
  readonly #total = new AccountTotal();
  readonly #sums = new DetailSums();
  readonly #end: CutEnd;
  readonly #restored = new RestoredCodes();
  readonly #sections: SectionGuard;
  readonly #headings = new RepeatedHeadings();
  #isInSummary = false;

  constructor(private readonly options: LineReaderOptions) {
    this.#columns = options.columns;
    this.amounts = new LineAmounts(options.columns, options.mark, options.isText, this.errors);
    this.#lookup = new AccountLookup(options.codes, options.matcher);
    this.#facts = new ChartAccountFacts(options.matcher);
    this.#identity = new LineIdentityCheck(options, this.errors, this.findings.errors);
    this.#sections = new SectionGuard(options);
    this.#end = new CutEnd(options.isText);
  }

  /** null while neither the request nor a line names it. */
  get competence(): Competence | null {
    return this.#identity.competence;
  }

  read(row: TableRow): void {
    const { line } = row;
    const cells = this.amounts.whole(row.cells);
    const account = this.#lookup.find(cells);
    const { text } = account;
    if (!this.#isAccount(account)) return this.#skip(row, text);
    this.#end.row(line, text, cells.length, this.amounts.indexes, this.errors.count);
    if (this.#isPageText(cells, text)) return;
    this.#sections.beforeAccount(account.code !== null && this.#restored.hasOwnCode(account.code));
    const code = account.code ?? text;
    const codeReason = textReason(code, 'accountCode');
    if (codeReason !== null) {
      this.received++;
      return this.errors.add(line, 'accountCode', '', codeReason);
    }
    const errorsBefore = this.errors.count;
    const amounts = this.amounts.read(cells, line, code);
    const name = this.#name(this.#columns.name === -1 ? account.name : this.#nameCell(cells), line, code);
    if (this.#total.isTotal(text, name, amounts)) return;
    this.received++;
    if (this.errors.count === errorsBefore) this.#sum(account, cells, amounts);
    this.#identity.check(cells, this.#columns, line, code);
    if (this.errors.count > errorsBefore) return;
    this.#keep(account, name, amounts, row);
  }

  /**
   * Sums of the detail lines; called once, after the last row.
   * @throws FileRefused for a file that ends within a line
   */
  sums(isSigned: boolean): Sums {
    const line = this.#end.cutLine(this.errors.count);
    if (line !== null) throw new FileRefused({ is: 'FileCutShort', line });
    this.#sections.end();
    return this.#sums.end(isSigned);
  }

  /** Called once, after the last row. */
  kept(): KeptLines {
    const contradicted = this.#restored.contradicted();
    for (const { text } of contradicted) {
      this.findings.removeRestored(text);
      this.findings.addNotInChart(detachedText(text));
    }
    if (contradicted.length === 0) return { lines: this.#lines, hashes: this.#hashes };
    const codes = new Map(contradicted.map(({ line, text }) => [line, text]));
    let inChart = 0;
    const lines = this.#lines.map((line) => {
      const accountCode = line.line === OUTSIDE ? undefined : codes.get(inChart++);
      return accountCode === undefined ? line : { ...line, line: OUTSIDE, accountCode };
    });
    return { lines, hashes: this.#hashes.filter((_, at) => !codes.has(at)) };
  }

  #keep(account: Found, name: string, amounts: Amounts, { line, cells }: TableRow): void {
    const { text, code, how, rivals, disagreeing } = account;
    if (code === null) {
      if (account.fits.length > 1) this.findings.addAmbiguous(text, account.fits);
      const accountCode = detachedText(text);
      // Without a chart the file is refused: nothing is kept of it.
      if (this.options.matcher !== null)
        this.#lines.push({ line: OUTSIDE, accountCode, accountName: detachedText(name), ...amounts });
      return this.findings.addNotInChart(accountCode);
    }
    if (how === 'restored') this.findings.addRestored(text, code);
    const nameInChart = this.#facts.accountNamed(name, code);
    const keptCount = this.#hashes.length;
    if (rivals.length > 0) {
      const isOfRival = nameInChart !== null && rivals.includes(nameInChart);
      this.#restored.addRivalled({ text, code, line: keptCount }, name, isOfRival);
    } else if (disagreeing !== null)
      this.findings.otherAccounts.code.add({ line, accountCode: code, otherCode: disagreeing });
    else if (nameInChart !== null)
      this.findings.otherAccounts.name.add({ line, accountCode: code, otherCode: nameInChart });
    this.#restored.add(text, code, how === 'restored', keptCount);
    const accountName = detachedText(name);
    this.#lines.push({ line, accountCode: code, accountName, ...amounts });
    this.#hashes.push(rowHash(cells));
  }

  #sum(account: Found, cells: readonly Cell[], amounts: Amounts): void {
    const code = this.#lookup.hierarchyCode(account, cells);
    const kind = this.options.kindOf === null ? null : this.options.kindOf(cells[this.#columns.kind]);
    this.#sums.add(code ?? '', kind, this.#facts.of(account.code), amounts);
  }

  #isAccount({ text, code }: Found): boolean {
    return text !== '' && (code !== null || mayBeCode(text));
  }

  /** Page numbers, dates of printing and, in text, groups without amounts may stand where codes do. */
  #isPageText(cells: readonly Cell[], text: string): boolean {
    const { indexes } = this.amounts;
    for (const index of indexes)
      if (!isBlank(cells[index])) return DATE_LIKE.test(text) && this.amounts.hasWords(cells);
    if (DATE_LIKE.test(text)) return true;
    if (this.options.isText && !indexes.some((index) => index < cells.length)) return true;
    return !cells.some((cell, index) => index !== this.#columns.code && !isBlank(cell));
  }

  #skip(row: TableRow, text: string): void {
    const { debit, credit, opening, closing } = this.#columns;
    const { cells } = row;
    if (!cells.some((cell) => typeof cell === 'string' && cell !== '')) return;
    this.#end.other();
    const again = this.#headings.columnsOf(row, debit);
    if (again !== null) return this.#useColumns(again);
    this.#sections.readRow(row);
    this.#isInSummary ||= cells.some(
      (cell) => typeof cell === 'string' && cell !== '' && SUMMARY_SECTION.test(plainText(cell)),
    );
    const name = this.#nameCell(cells);
    if (text !== '' || this.#isInSummary || SUMMARY_ROW.test(plainText(textOf(name)))) return;
    if (textOf(name) === '') return;
    const amounts = [opening.amount, debit, credit, closing.amount];
    const isLine = amounts.every((index) => index === -1 || this.amounts.isNumber(cells[index]));
    const isFilled = amounts.some((index) => index !== -1 && !isBlank(cells[index]));
    if (isLine && isFilled) this.findings.withoutCode.add(row.line);
  }

  /**
   * A different heading inside the data moves the columns, unless values stand beside their headings in this file.
   */
  #useColumns(again: Columns): void {
    const { headings, labels, creditsAreNegative, code, codeHasName } = this.#columns;
    if (headings.some((heading, index) => heading !== labels[index])) return;
    if (again.headings.join('\n') === headings.join('\n')) return;
    const moved = (index: number): number => {
      const at = again.headings.indexOf(headings[index] ?? '');
      return at === -1 ? index : at;
    };
    this.#lookup.move(moved);
    this.#columns = { ...again, code: moved(code), codeHasName, creditsAreNegative };
    this.amounts.useColumns(this.#columns);
  }

  #nameCell(cells: readonly Cell[]): Cell | undefined {
    const { name, nameEnd } = this.#columns;
    if (name === -1) return null;
    for (let at = name; at < nameEnd - 1; at++) if (!isBlank(cells[at])) return cells[at];
    return cells[nameEnd - 1];
  }

  #name(cell: Cell | undefined, line: number, code: string): string {
    if (typeof cell === 'number') return String(cell);
    if (typeof cell !== 'string' || cell === '') return '';
    const text = unescapedText(cell.trim());
    if (textReason(text, 'accountName') === null) return text;
    const clean = text.replace(CONTROLS, ' ').trim();
    const reason = textReason(clean, 'accountName');
    if (reason === null) return clean;
    this.errors.add(line, 'accountName', code, reason);
    return '';
  }
}

const LETTER = /\p{L}/u;

/** Headings inside the data, mostly the same one on each page of a printed report. */
class RepeatedHeadings {
  #lastTexts = '';
  #lastColumns: Columns | null = null;

  /**
   * @param debit a column that has a heading in every heading row
   * @returns the columns of a heading row; null for any other row
   */
  columnsOf({ cells }: TableRow, debit: number): Columns | null {
    if (!LETTER.test(textOf(cells[debit]))) return null;
    const texts = cells.map(textOf);
    if (texts.join('\n') === this.#lastTexts) return this.#lastColumns;
    if (headingRole(texts[debit] ?? '') === null) return null;
    const { missing, columns } = recogniseColumns(texts, []);
    this.#lastTexts = texts.join('\n');
    this.#lastColumns = missing.length === 0 ? columns : null;
    return this.#lastColumns;
  }
}

const TOTAL = /^\W*(?:sub-?\s?)?tota(?:l|is)\b|^\W*soma\b/i;

/** Recognises the total that a report prints below the lines of one account, under the account's own code. */
class AccountTotal {
  #code = '';
  #sums = new AmountSum();

  /**
   * Whether this line is named a total and is the sum of the lines right above it. Called for each line, in order.
   */
  isTotal(code: string, name: string, amounts: Amounts): boolean {
    const isSame = code === this.#code;
    if (isSame && TOTAL.test(name) && isSameAmounts(this.#sums, amounts)) return true;
    this.#code = code;
    if (!isSame) this.#sums = new AmountSum();
    this.#sums.add(amounts);
    return false;
  }
}

/** A last row of a code alone is no page number. */
const CODE_CUT = /^\d+[.\-/]|^\d{4}/;

/**
 * Tells a text file that ends within a line: its last line lacks columns that the lines before have.
 * Source: docs/spec/files.md#sums.
 */
class CutEnd {
  /** The last line, if it is short; null otherwise. */
  #short: Readonly<{ line: number; errorsBefore: number }> | null = null;
  #whole = 0;

  /** @param isText whether a row that ends early lacks cells */
  constructor(private readonly isText: boolean) {}

  /** Called for each line. @param errors before it is read */
  row(line: number, code: string, cells: number, indexes: readonly number[], errors: number): void {
    const inside = indexes.filter((index) => index < cells).length;
    const isShort = inside < indexes.length;
    if (!isShort) this.#whole++;
    const isCut = isShort && (inside > 0 || CODE_CUT.test(code));
    this.#short = isCut ? { line, errorsBefore: errors } : null;
  }

  /** Called for each row that is no line. */
  other(): void {
    this.#short = null;
  }

  /**
   * @returns the line within which the file ends; null where it does not, or where other lines lack columns too
   */
  cutLine(errors: number): number | null {
    const short = this.#short;
    if (!this.isText || short === null || this.#whole === 0) return null;
    // What the cut line itself lacks are its errors.
    return errors - short.errorsBefore <= CUT_ERRORS_MAX && short.errorsBefore === 0 ? short.line : null;
  }
}

/** One for each amount of a line, and its side. */
const CUT_ERRORS_MAX = 8;
