// A report printed in parts, one below the other: parts of another month or company must not be added to this one.
import type { Competence } from '../../domain/kernel/competence.js';
import { textOf } from '../cells/cellText.js';
import { companyIn, readMetadata } from '../headings/readMetadata.js';
import { SECTION_COMPANY, SECTION_MONTH } from '../headings/metadataVocabulary.js';
import { FileRefused, type TableRow } from '../formats/table.js';

export type SectionsOptions = Readonly<{
  cnpj: string;
  /** CNPJs above the table: the company's, and perhaps the office's that keeps the books. */
  cnpjs: readonly string[];
  /** Of the request, or of the file as a whole. */
  competence: Competence | null;
  company: string | null;
}>;

/** Pages of a report; more rows that tell of months and companies are none. */
const HEADS_MAX = 50_000;

export class Sections {
  #competence: Competence | null;
  #company: string | null;
  /** What the rows since the last account tell of a part that may not be this import's. */
  #otherMonth: FileRefused | null = null;
  #otherCompany: FileRefused | null = null;

  #lastHead = '';
  #heads = 0;

  constructor(private readonly options: SectionsOptions) {
    this.#competence = options.competence;
    this.#company = options.company;
  }

  /** A row inside the table that is no account. */
  notice(row: TableRow): void {
    const texts = row.cells.map(textOf).filter((text) => text !== '');
    if (!texts.some((text) => SECTION_MONTH.test(text) || SECTION_COMPANY.test(text))) return;
    // The head of a page, once more: nothing new.
    const head = texts.join('\n');
    if (head === this.#lastHead) return;
    this.#lastHead = head;
    if (++this.#heads > HEADS_MAX) throw new FileRefused({ is: 'FileTookTooLong' });
    if (texts.some((text) => SECTION_MONTH.test(text))) this.#noticeMonth(row);
    if (texts.some((text) => SECTION_COMPANY.test(text))) this.#noticeCompany(row);
  }

  /**
   * @param isRepeated the account stood in the file before: its amounts would be added to another company's
   * @throws FileRefused
   */
  beforeAccount(isRepeated: boolean): void {
    if (this.#otherMonth !== null) throw this.#otherMonth;
    if (isRepeated && this.#otherCompany !== null) throw this.#otherCompany;
  }

  #noticeMonth(row: TableRow): void {
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

  #noticeCompany(row: TableRow): void {
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
