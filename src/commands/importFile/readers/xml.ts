// XML of either kind, told by its root: SpreadsheetML 2003 is a Workbook, anything else is read by what repeats in it.
import type { OpenFile, OpenReader } from '../table.js';
import { openGenericXml } from './genericXml.js';
import { openSpreadsheetMl } from './spreadsheetMl.js';
import { encodingOfXml, rootOf } from './xmlFile.js';

/** @throws FileRefused */
export const openXml: OpenReader = async (path, limits, signal): Promise<OpenFile> => {
  const root = await rootOf(path, await encodingOfXml(path, signal));
  return root === 'Workbook' ? openSpreadsheetMl(path, limits, signal) : openGenericXml(path, limits, signal);
};
