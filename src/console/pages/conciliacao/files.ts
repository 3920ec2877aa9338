// Evidence: a file uploaded and attached, and its download, which no browser ever shows as a page.
import { readFile } from 'node:fs/promises';
import { lookup } from 'mime-types';
import { attachEvidence, evidenceBytes } from '../../../commands/reconciliations/evidence.js';
import { evidenceRefusal } from '../../../domain/reconciliation/refusals.js';
import type { ActResult } from '../../../domain/reconciliation/decide.js';
import { EVIDENCE_GONE, NO_FILE, ownRefusalSentence } from '../../../messages/reconciliationPage.js';
import { entryAt } from '../../../projections/views/reconciliationPage/query.js';
import type { ReceivedFile } from '../../../api/http/request/multipart.js';
import { attachmentNamed, notice, redirectTo } from '../../session/answers.js';
import { withUpload } from '../../session/readForm.js';
import { notFound, noteWritten, parameter, personContext, type ConsoleCall } from '../../route.js';
import { answer, revisionIn, roleRefused, targetOf, type Show } from './actRoutes.js';
import { pagePath } from './addresses.js';
import { NOTHING_REFUSED } from './pageData.js';

const ANY_TYPE = 'application/octet-stream';

export function attach(show: Show) {
  return async (call: ConsoleCall): Promise<void> => {
    const target = await targetOf(call);
    const withoutRole = roleRefused(call, 'attach', target);
    if (withoutRole !== null) return show(call, withoutRole);
    const { asked, row } = target;
    const refused = await withUpload(call, ['revisao'], async ({ revisao }, files) => {
      const fault = faultOf(files);
      if (fault !== null) return { ...NOTHING_REFUSED, act: 'attach' as const, status: 400, sentences: [fault] };
      let result: ActResult | undefined;
      for (const { name, path } of files) {
        const file = { ...named(name), bytes: await readFile(path) };
        const attached = await attachEvidence(call.deps, { ...asked, file }, personContext(call));
        await noteWritten(call, attached.position);
        [result] = attached.results;
        if (result?.ok !== true) break;
      }
      return answer(call, { act: 'attach', result, seenRevision: revisionIn(revisao), row, next: null });
    });
    if (refused !== null) await show(call, refused);
  };
}

/** Of all files, before one is read into memory. A form without a chosen file sends one without name and bytes. */
function faultOf(files: readonly ReceivedFile[]): string | null {
  if (files.length === 0 || files.some(({ name, size }) => name === '' && size === 0)) return NO_FILE;
  const refusal = files.map(({ size }) => evidenceRefusal({ sizeBytes: size })).find((one) => one !== null);
  return refusal ? ownRefusalSentence(refusal) : null;
}

/** By the ending of its name. */
export function named(name: string) {
  return { name: name === '' ? 'arquivo' : name, mediaType: lookup(name) || ANY_TYPE };
}

/**
 * As an attachment of no particular type, whatever was uploaded: HTML and SVG would run as pages of this origin. With `ver`
 * what begins as a PDF is opened by the browser, which runs nothing of it as a page.
 */
export async function download(call: ConsoleCall): Promise<void> {
  const { deps } = call;
  const { id } = await targetOf(call);
  const { clientId } = call.session;
  const revision = revisionIn(parameter(call, 'revisao')) ?? notFound();
  const fact = await entryAt(deps.pages.store, clientId, id, revision);
  if (fact?.is !== 'attached') notFound();
  const [bytes, names] = await Promise.all([
    evidenceBytes(deps.evidence, clientId, fact),
    deps.evidence.names(clientId, [fact.evidenceId]),
  ]);
  if (typeof bytes === 'string') {
    notice(call, `Não foi possível baixar: ${EVIDENCE_GONE[bytes]}.`, 'bad');
    return redirectTo(call, pagePath(id));
  }
  const isShown = call.query['ver'] !== undefined && Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';
  const named = attachmentNamed(names.get(fact.evidenceId) ?? 'arquivo');
  call.set({
    'Content-Disposition': isShown ? named.replace('attachment', 'inline') : named,
    'Content-Type': isShown ? 'application/pdf' : ANY_TYPE,
    'X-Content-Type-Options': 'nosniff',
    // A PDF is not opened in a sandbox.
    'Content-Security-Policy': isShown ? "default-src 'none'; object-src 'self'" : "default-src 'none'; sandbox",
  });
  call.body = Buffer.from(bytes);
}
