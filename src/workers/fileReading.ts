// Reads a file in two steps: up to the name of its chart, then, with the chart's accounts, its lines.
import type { Account } from '../domain/charts/events.js';
import type { FileToRead } from '../commands/imports/document.js';
import { detectFileKind } from '../files/formats/detectFileKind.js';
import { openFile } from '../files/formats/openFile.js';
import { AccountMatcher } from '../files/lines/accounts/accountMatcher.js';
import type { FileContent } from '../files/fileContent.js';
import { readTrialBalance } from '../files/readTrialBalance.js';
import type { FindChartAccounts } from '../files/startReading.js';

type Listings = readonly (readonly Account[])[] | null;

export class FileReading {
  readonly #content: Promise<FileContent>;
  readonly #chartName: Promise<string | null>;
  #giveAccounts: (accounts: AccountMatcher | null) => void = () => undefined;
  #refuseAccounts: (error: Error) => void = () => undefined;

  constructor(
    private readonly file: FileToRead,
    private readonly onRows: (rows: number) => void,
  ) {
    const matcher = new Promise<AccountMatcher | null>((resolve, reject) => {
      this.#giveAccounts = resolve;
      this.#refuseAccounts = reject;
    });
    let setName: (chartName: string) => void = () => undefined;
    const chartName = new Promise<string>((resolve) => (setName = resolve));
    this.#content = this.#read((chartName) => {
      setName(chartName);
      return matcher;
    });
    this.#chartName = Promise.race([chartName, this.#content.then(() => null)]); // it may end without naming a chart
    for (const promise of [matcher, this.#content, this.#chartName]) promise.catch(() => undefined);
  }

  /** @throws FileRefused */
  chartName(): Promise<string | null> {
    return this.#chartName;
  }

  /** @throws FileRefused */
  read(listings: Listings): Promise<FileContent> {
    this.#giveAccounts(matcherOf(listings));
    return this.#content;
  }

  /** Closes a file that was not read to its end. */
  close(): void {
    this.#refuseAccounts(new Error('the file was released'));
  }

  async #read(accounts: FindChartAccounts): Promise<FileContent> {
    const { path } = this.file;
    const ending = new AbortController();
    const file = await openFile(path, await detectFileKind(path), ending.signal);
    try {
      return await readTrialBalance(file, this.file, accounts, this.onRows);
    } finally {
      ending.abort();
      await file.close();
    }
  }
}

function matcherOf(listings: Listings): AccountMatcher | null {
  if (listings === null) return null;
  const newest = new Map(listings.flat().map((account) => [account.accountId, account]));
  return new AccountMatcher(newest.values());
}
