// XML of either kind, told by its root: SpreadsheetML 2003 is a Workbook, anything else is read by what repeats in it.
import type { OpenFile, OpenReader } from '../table.js';
import { openGenericXml } from './openGenericXml.js';
import { openSpreadsheetMl } from './openSpreadsheetMl.js';
import { encodingOfXml, rootOf } from './xmlFile.js';

/** @throws FileRefused */
export const openXml: OpenReader = async (path, limits, signal): Promise<OpenFile> => {
  const encoding = await encodingOfXml(path, signal);
  const open = (await rootOf(path, encoding)) === 'Workbook' ? openSpreadsheetMl : openGenericXml;
  return open(path, limits, signal, encoding);
};
