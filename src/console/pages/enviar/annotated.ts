// Sends a copy of a staged file with the errors of each row in a last column.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileErrors } from '../../../commands/imports/document.js';
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import { DomainError, type Problem } from '../../../domain/problem.js';
import { lineReasonSentence, spoken } from '../../../messages/imports/reasons.js';
import { problemMessage, refusalSentences } from '../../../messages/problems.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import type { ConsoleCall } from '../../route.js';
import { attachmentNamed } from '../../session/answers.js';
import { withStaged } from '../../upload/stagedFiles.js';
import { copyFormat, importing, type Preview } from './preview.js';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const HEADING = 'Erros';
const NO_ERRORS = 'O arquivo não tem erros';

export async function sendAnnotated(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  staged: StagedFile,
): Promise<void> {
  const { interpretation } = JSON.parse(staged.preview) as Preview;
  const format = copyFormat(interpretation);
  const copy = await withStaged(deps, staged, async (file, dir) => {
    const errors = await errorsOf(importing(deps, call, file, staged, true));
    const out = join(dir, `erros.${format}`);
    const annotated = { ...errors, place: interpretation ?? undefined };
    await deps.annotateFile(staged.clientId, { path: file.path, out, errors: annotated }, clientGone(call));
    // The open file outlives its folder.
    const opened = await open(out);
    return { size: (await opened.stat()).size, content: opened.createReadStream() };
  });
  call.set({
    'Content-Type': TYPES[format],
    'Content-Disposition': attachmentNamed(
      `${staged.name.replace(/\.[^.]{1,8}$/, '') || 'balancete'} - erros.${format}`,
    ),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  call.body = copy.content;
  call.length = copy.size;
}

/** All errors of lines that an import lists, by row. */
async function errorsOf(checked: Promise<unknown>): Promise<FileErrors> {
  const byLine = new Map<number, string[]>();
  try {
    await checked;
    return { byLine, general: [NO_ERRORS], heading: HEADING };
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is === 'Unavailable') throw error;
    const { problem } = error;
    if (problem.is === 'ImportRefused')
      for (const each of problem.lineErrors)
        byLine.set(each.line, [...(byLine.get(each.line) ?? []), spoken(lineReasonSentence(each))]);
    return { byLine, general: generalOf(problem), heading: HEADING };
  }
}

function generalOf(problem: Problem): readonly string[] {
  const sentences =
    problem.is === 'ImportRefused' ? refusalSentences({ ...problem, lineErrors: [] }).map(spoken) : [];
  return sentences.length > 0 ? sentences : [problemMessage(problem).error];
}
