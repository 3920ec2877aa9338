// One random case: a book, its report, its file; read back, and read after a mutation.
import { randomBook } from './randomBook.js';
import { expectedLines, outcomeOf, randomEncoding, type Outcome } from './randomFile.js';
import { MUTATIONS, mutated } from './mutations.js';
import { randomOf } from './randomness.js';
import { randomReport } from './randomReport.js';

/** `silent`: other lines enter, and no warning tells. `none`: the mutation changed nothing that enters. */
export type Detection = 'refused' | 'warned' | 'silent' | 'none';
export async function randomCase(seed: number) {
  const random = randomOf(seed);
  const book = randomBook(random);
  const report = randomReport(book, random);
  const encoded = randomEncoding(random);
  const read = await outcomeOf(await encoded.bytesOf(report.rows), book);
  const mutation = random.one(MUTATIONS);
  const bytes = await mutated(mutation, report, book, encoded, random);
  const afterMutation = bytes === null ? null : await outcomeOf(bytes, book);
  return {
    expected: expectedLines(book, report),
    /** What the report itself comes to. */
    read,
    mutation,
    detection: afterMutation === null ? 'none' : detectionOf(read, afterMutation),
    afterMutation,
    /** The report, to look at when a case fails. */
    text: report.rows.map(({ cells }) => cells.join(';')).join('\n'),
  };
}

/** Warnings of most files, whose numbers change with any change; they count only where they name one account. */
const SAYS_LITTLE = /"is":"(?:SeveralAgainstNature|IgnoredNotReconciled","lines":(?!1,))/;

function detectionOf(before: Outcome, after: Outcome): Detection {
  if (after.refused !== null) return 'refused';
  if (before.refused !== null) return 'none';
  if (before.lines.join('\n') === after.lines.join('\n')) return 'none';
  const found = after.warnings.filter(
    (warning) => !before.warnings.includes(warning) && !SAYS_LITTLE.test(warning),
  );
  return found.length > 0 ? 'warned' : 'silent';
}
