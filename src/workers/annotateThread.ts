// The thread that writes one annotated copy of a file, and ends.
import { workerData } from 'node:worker_threads';
import type { FileErrors } from '../commands/imports/document.js';
import { annotateFile } from '../files/annotateFile.js';

export type AnnotateData = Readonly<{ path: string; out: string; errors: FileErrors }>;

const { path, out, errors } = workerData as AnnotateData;
// `general` is never empty, so that a file that cannot be read needs no sentence of its own.
await annotateFile(path, out, { ...errors, sentenceOf: () => '' });
