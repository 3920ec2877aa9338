// Adds natures and signs to parts written by older versions of the service, which lack them. Derives them from the lines and
// from the chart at the version that the lines were checked against.
import type { LineColumns, SignConvention, TrialBalanceVersioned } from '../../../domain/books/events.js';
import type { Account, ChartEvent } from '../../../domain/charts/events.js';
import { chartStream } from '../../../domain/charts/fold.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import type { TrialBalanceReleased } from '../../../domain/reconciliation/events.js';
import type { ReleasedItem } from '../../../domain/reconciliation/parts/releasedParts.js';
import { chartAccounts, type ChartAccounts } from '../../../domain/reconciliation/versionNumbers.js';
import { readersSign } from '../../../domain/trialBalance/checks/debitPositive.js';
import { fitsOf } from '../../../domain/trialBalance/checks/movement.js';
import { neighbourBalances } from '../../../domain/trialBalance/checks/neighbourBalances.js';
import { decodePart, natureLetter, signLetter } from '../../../domain/trialBalance/lines/lineParts.js';
import { AMOUNTS, FINAL } from '../../../domain/trialBalance/lines/lineTable.js';
import type { PartBytes, ReadStream } from '../../engine/projection.js';

/** Unambiguous: inside a text, the quotes would be escaped. */
const SIGN_COLUMN = Buffer.from('"debitSign":"');

/** The parts with natures and signs, for parts of any version. */
export async function* signedParts(
  { data }: Recorded<TrialBalanceVersioned>,
  parts: PartBytes,
  read: ReadStream,
): PartBytes {
  const older: Uint8Array[] = [];
  for await (const part of parts)
    if (
      older.length === 0 &&
      Buffer.from(part.buffer, part.byteOffset, part.byteLength).lastIndexOf(SIGN_COLUMN) !== -1
    )
      yield part;
    else older.push(part);
  if (older.length === 0) return;
  const chart = await chartAt(read, data.chartId, ({ data: { version } }) => version <= data.chartVersion);
  const signs = accountSigns(older, data.convention, chart);
  for (const part of older) {
    const columns = decodePart(part);
    const nature = columns.accountCode
      .map((code) => natureLetter(chart.get(code)?.role.nature ?? 'MIXED'))
      .join('');
    const debitSign = columns.accountCode.map((code) => signLetter(signs.get(code) ?? 1)).join('');
    yield new TextEncoder().encode(JSON.stringify({ ...columns, nature, debitSign }));
  }
}

/** The book balance of a released reconciliation with debit positive, for parts of any version. */
export function releasedDebitCents(
  event: Recorded<TrialBalanceReleased>,
  read: ReadStream,
): (item: ReleasedItem) => number | Promise<number> {
  let signs: Promise<ReadonlyMap<string, 1 | -1>> | null = null;
  return (item) => {
    const { accountCode, bookBalanceCents, bookBalanceDebitCents } = item;
    if (bookBalanceDebitCents !== null) return bookBalanceDebitCents;
    signs ??= releasedSigns(event, read);
    return signs.then((known) => bookBalanceCents * (known.get(accountCode) ?? 1) + 0);
  };
}

async function releasedSigns({ data, metadata }: Recorded<TrialBalanceReleased>, read: ReadStream) {
  const parts: Uint8Array[] = [];
  for await (const part of read(data.linesStream)) if (part.data instanceof Uint8Array) parts.push(part.data);
  const chart = await chartAt(read, data.chartId, (version) => version.metadata.at <= metadata.at);
  return accountSigns(parts, data.convention, chart);
}

type ChartVersioned = Recorded<Extract<ChartEvent, { type: 'ChartVersioned' }>>;

async function chartAt(
  read: ReadStream,
  chartId: number,
  isKnown: (version: ChartVersioned) => boolean,
): Promise<ChartAccounts> {
  const listings: (readonly Account[])[] = [];
  let unnamed: Uint8Array[] = [];
  for await (const event of read(chartStream(chartId))) {
    if (event.data instanceof Uint8Array) unnamed.push(event.data);
    else if (!isKnown(event as ChartVersioned)) break;
    else {
      const { count } = (event as ChartVersioned).data.parts;
      if (count > 0) listings.push(...unnamed.slice(-count).map(accountsIn));
      unnamed = [];
    }
  }
  return chartAccounts(listings);
}

function accountsIn(part: Uint8Array): readonly Account[] {
  return (JSON.parse(new TextDecoder().decode(part)) as { accounts: readonly Account[] }).accounts;
}

function accountSigns(parts: readonly Uint8Array[], convention: SignConvention, chart: ChartAccounts) {
  const { accountCode, cents } = neighbourBalances(decoded(parts));
  const signs = new Map<string, 1 | -1>();
  accountCode.forEach((code, place) => {
    const role = chart.get(code)?.role;
    if (role === undefined) return;
    const at = place * AMOUNTS;
    signs.set(code, readersSign(role, convention, fitsOf(cents, at), cents[at + FINAL] as number));
  });
  return signs;
}

/** One part at a time. */
function* decoded(parts: readonly Uint8Array[]): Iterable<LineColumns> {
  for (const part of parts) yield decodePart(part);
}
