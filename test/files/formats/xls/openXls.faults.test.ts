// Waits for a real limit of processor time.
import { expect, it } from '@jest/globals';
import { openXlsWithin } from '../../../../src/files/formats/xls/openXls.js';
import type { OpenReader } from '../../../../src/files/formats/table.js';
import { xlsBytes } from '../../spreadsheets.js';
import { refusalOf } from '../../support/readTables.js';

it('An XLS that is not parsed within the processor time it is given is refused', async () => {
  const opened: OpenReader = (path, limits, signal) => openXlsWithin(1, path, limits, signal);
  const rows = Array.from({ length: 20_000 }, (_, at) => [`1.${at}`, `Conta ${at}`, at, at, at, at]);
  expect(await refusalOf(opened, xlsBytes([{ name: 'S', rows }]))).toEqual({ is: 'FileTookTooLong' });
});
