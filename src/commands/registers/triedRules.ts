// Reads the file of a backtest: rules of one company, with the fields and errors of a registers' file.
import type { TriedRules } from '../../domain/clients/decideSettings.js';
import { refuse } from '../../domain/problem.js';
import { readRegisterFields, triedFields } from './registersFields.js';
import type { RegistersFile } from './registersFile.js';
import { errorsOf, type FieldError } from './registersSentences.js';
import { readCompanySettings, type RejectAt } from './registersSettings.js';

/** Of every place in the file. */
const ROOT = 'arquivo';

/** @throws DomainError `RegistersInvalid` with all wrong fields */
export function readTriedRules({ document }: Pick<RegistersFile, 'document'>): TriedRules {
  const errors: FieldError[] = [];
  const rejectAt: RejectAt = (path) => (field, message) => errors.push({ path, row: null, field, message });
  const fields = readRegisterFields(triedFields, document, rejectAt(ROOT));
  const rules = readCompanySettings(fields ?? {}, ROOT, rejectAt);
  const wrong = errorsOf(errors, []);
  if (wrong.length > 0) refuse({ is: 'RegistersInvalid', errors: wrong });
  return rules;
}
