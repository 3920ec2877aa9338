// Refuses reports that hold several trial balances one below the other: amounts of another month or company must not be
// added to this one. Source: docs/spec/files.md#company-in-a-file.
import type { Competence } from '../../domain/kernel/competence.js';
import { textOf } from '../cells/cellText.js';
import { companyIn, readMetadata } from '../headings/readMetadata.js';
import { SECTION_COMPANY, SECTION_MONTH } from '../headings/metadataVocabulary.js';
import { FileRefused, type TableRow } from '../formats/table.js';

export type SectionGuardOptions = Readonly<{
  cnpj: string;
  /** CNPJs above the table: the company's, and perhaps that of the office that keeps the books. */
  cnpjs: readonly string[];
  /** Of the request, or of the file as a whole. */
  competence: Competence | null;
  company: string | null;
}>;

/** More page headers than any real report has. */
const PAGE_HEADERS_MAX = 50_000;
/** Further rows below the last account are not read. */
const FOOTER_ROWS_MAX = 60;

export class SectionGuard {
  #competence: Competence | null;
  #company: string | null;
  /** The refusal that holds if an account follows in this section. */
  #otherMonth: FileRefused | null = null;
  #otherCompany: FileRefused | null = null;

  /** The first rows since the last account. */
  #below: TableRow[] = [];
  #lastHeader = '';
  #headers = 0;

  constructor(private readonly options: SectionGuardOptions) {
    this.#competence = options.competence;
    this.#company = options.company;
  }

  /** Called for each row inside the table that is not an account. */
  readRow(row: TableRow): void {
    if (this.#below.length < FOOTER_ROWS_MAX) this.#below.push(row);
    const texts = row.cells.map(textOf).filter((text) => text !== '');
    if (!texts.some((text) => SECTION_MONTH.test(text) || SECTION_COMPANY.test(text))) return;
    // The same page header again.
    const header = texts.join('\n');
    if (header === this.#lastHeader) return;
    this.#lastHeader = header;
    if (++this.#headers > PAGE_HEADERS_MAX) throw new FileRefused({ is: 'FileTookTooLong' });
    if (texts.some((text) => SECTION_MONTH.test(text))) this.#readMonth(row);
    if (texts.some((text) => SECTION_COMPANY.test(text))) this.#readCompany(row);
  }

  /**
   * Called before each line that is an account.
   * @param isRepeated whether the account stood in the file before, so that the amounts of two companies would be added
   * @throws FileRefused
   */
  beforeAccount(isRepeated: boolean): void {
    if (this.#below.length > 0) this.#below = [];
    if (this.#otherMonth !== null) throw this.#otherMonth;
    if (isRepeated && this.#otherCompany !== null) throw this.#otherCompany;
  }

  /** Called once, after the last row: what stands below the table holds for it too. @throws FileRefused */
  end(): void {
    const { period, unit } = readMetadata(this.#below);
    if (unit !== null) throw new FileRefused({ is: 'FileUnit', unit, line: null });
    if (period?.is === 'range') throw new FileRefused({ is: 'FileAccumulated', from: period.from, to: period.to });
    if (this.#otherMonth !== null) throw this.#otherMonth;
  }

  #readMonth(row: TableRow): void {
    const { period } = readMetadata([row]);
    if (period === null) return;
    this.#otherMonth = null;
    if (period.is === 'range') {
      this.#otherMonth = new FileRefused({ is: 'FileAccumulated', from: period.from, to: period.to });
      return;
    }
    const { competence } = period;
    this.#competence ??= competence;
    const importCompetence = this.#competence;
    if (competence !== importCompetence)
      this.#otherMonth = new FileRefused({ is: 'FilePeriodDiffers', competence, importCompetence });
  }

  #readCompany(row: TableRow): void {
    const { cnpjs } = readMetadata([row]);
    const company = companyIn(row);
    const { cnpj: own, cnpjs: known } = this.options;
    if (cnpjs.includes(own)) this.#otherCompany = null;
    else if (cnpjs[0] !== undefined && !cnpjs.some((cnpj) => known.includes(cnpj)))
      this.#otherCompany = new FileRefused({ is: 'FileCnpjDiffers', cnpj: cnpjs[0] });
    if (company === null) return;
    this.#company ??= company;
    const companies = [this.#company, company];
    if (company !== this.#company)
      this.#otherCompany ??= new FileRefused({ is: 'FileCompaniesSeveral', companies });
    else if (cnpjs.length === 0) this.#otherCompany = null;
  }
}
