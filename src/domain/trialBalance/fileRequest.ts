// What the request and the registers say of a file before it is read. Types only.
import type { Competence } from '../kernel/competence.js';
import type { ColumnMapping } from '../clients/columnMapping.js';

/** `cnpj` is the company's, 14 characters. */
export type FileRequest = Readonly<{
  fileName: string;
  cnpj: string;
  competence: Competence | null;
  chartName: string | null;
  mapping: ColumnMapping | null;
}>;
