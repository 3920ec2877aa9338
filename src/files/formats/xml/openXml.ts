// Opens an XML by its root element: a Workbook is SpreadsheetML 2003, anything else is read by the element that repeats.
// Source: docs/spec/files.md#xml.
import type { OpenReader } from '../table.js';
import { openGenericXml } from './openGenericXml.js';
import { openSpreadsheetMl } from './openSpreadsheetMl.js';
import { encodingOfXml, rootOf } from './xmlFile.js';

/** @throws FileRefused */
export const openXml: OpenReader = async (path, signal) => {
  const encoding = await encodingOfXml(path, signal);
  const open = (await rootOf(path, encoding)) === 'Workbook' ? openSpreadsheetMl : openGenericXml;
  return open(path, signal, encoding);
};
