// The entry of a thread that reads and checks documents.
import { serve } from '../runtime/thread.js';
import { OpenDocuments } from './openDocuments.js';

const documents = new OpenDocuments((rows) => notify(rows));

const handlers = {
  openJson: documents.openJson.bind(documents),
  openFile: documents.openFile.bind(documents),
  readFile: documents.readFile.bind(documents),
  check: documents.check.bind(documents),
  forget: documents.forget.bind(documents),
  release: documents.release.bind(documents),
};
export type DocumentHandlers = typeof handlers;

const notify = serve(handlers, (answered) => {
  const { parts = [], leftOut } = (answered ?? {}) as Partial<Awaited<ReturnType<DocumentHandlers['check']>>>;
  return [...parts, ...(leftOut?.parts ?? [])].map(({ buffer }) => buffer);
});
